import { graphql } from "@freehold/client";
import { useMutation } from "@tanstack/react-query";
import { lazy, type ReactElement, Suspense, useDeferredValue, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Button } from "../../components/controls.tsx";
import { LoadBoundary, lazyView } from "../../components/load-boundary.tsx";
import { PagedList, useSelection } from "../../components/paged-list.tsx";
import { type Undoable, UndoNote } from "../../components/undo-note.tsx";
import { Trouble, useOnline } from "../../errors.tsx";
import { mutation } from "../../graphql.ts";
import { DeletionNotes } from "../../publications/deletion-notes.tsx";
import { useDeletions } from "../../publications/deletions.ts";
import { beginNewVersion, duplicatePost } from "../../publications/new-version.ts";
import { discardChanges, publishStoredChanges } from "../../publications/unpublished-changes.ts";
import {
  type PostFilter,
  type PostItem,
  postStatuses,
  readBodies,
  usePosts,
} from "../../publications/use-posts.ts";
import { useAction } from "../../queries.ts";
import { focusedItem, focusItem, useKeys, useListKeys } from "../../shell/keyboard.ts";
import { goTo } from "../../shell/routes.tsx";
import { SignDialog } from "../../signing/sign-dialog.tsx";
import type { ToSign } from "../../signing/sign-posts.ts";
import { PostFilters } from "./post-filters.tsx";
import { PostRow } from "./post-row.tsx";
import { usePostFilter } from "./use-post-filter.ts";

const DidYouMean = lazyView(() => import("./did-you-mean.tsx"));
const KeptDrafts = lazyView(() => import("./kept-drafts.tsx"));
const PostVersions = lazy(() => import("../../publications/post-versions.tsx"));

/** The owner's posts in every state, newest first or in another order. @param props.asked the status to show; all without one */
export function PostList({ asked }: { asked: string | undefined }): ReactElement {
  const messages = useMessages();
  const texts = messages.postTable;
  const status = postStatuses.find((name) => name === asked) ?? "all";
  const [filter, setFilter] = usePostFilter();
  const all = usePosts(status, useDeferredValue(filter));
  const deletions = useDeletions();
  const posts = all.items.filter(deletions.isShown);
  const selection = useSelection(posts);
  const [toDelete, setToDelete] = useState<readonly PostItem[]>([]);
  const [compared, setCompared] = useState<PostItem | null>(null);
  const [done, setDone] = useState<Undoable | null>(null);
  const sign = useSigning();
  const publish = useAction(publishDrafts);
  const isOnline = useOnline();
  const isCut = (status === "all" || status === "drafts") && (!isOnline || all.isError);
  // A signature is for good, and so not on a text that its owner is changing.
  const chosen = selection.items
    .filter(({ state, changes }) => state !== "SIGNED" && changes === null)
    .toReversed();
  // Scheduled ones are published at their time.
  const drafts = selection.items.filter(
    ({ state, scheduledAt }) => state === "DRAFT" && scheduledAt === null,
  );
  const scheduled = selection.items.filter(({ scheduledAt }) => scheduledAt !== null);
  const isAllShown = posts.length > 0 && selection.items.length === posts.length;
  const selectEverything = useMutation({ mutationFn: async () => selection.set(await readAllIds(all)) });
  const remove = (items: readonly PostItem[]) => {
    if (items.some(({ state }) => state === "SIGNED")) setToDelete(items);
    else destroy(items);
  };
  const destroy = (items: readonly PostItem[]) => {
    void deletions.begin(items.map(({ id, title }) => ({ id, title })));
    selection.set([]);
  };
  const newVersion = useAction(async ({ id }: PostItem) => {
    goTo(`/write/${await beginNewVersion(id)}`);
  });
  const duplicate = useAction(async ({ id }: PostItem) => {
    goTo(`/write/${await duplicatePost(id)}`);
  });
  const withdraw = (post: PostItem) =>
    publish.mutate([post], {
      onSuccess: () => {
        // With changes the draft has another text than the post had.
        const undo = () => publish.mutate([{ ...post, state: "DRAFT" as const }]);
        setDone({ text: texts.withdrawn, ...(post.changes === null && { undo }) });
      },
    });
  const settle = useAction(async ({ id, changes }: PostItem) => {
    if (changes) await publishStoredChanges(id, changes.revision);
  });
  const discard = useAction(async ({ id, changes }: PostItem) => {
    if (changes) await discardChanges({ id, revision: changes.revision });
  });
  const { changes: changesTexts } = messages.write;
  const copyLink = async ({ url }: PostItem) => {
    await navigator.clipboard.writeText(url ?? "");
    setDone({ text: texts.linkCopied });
  };
  const keeps = scheduled.length > 0 ? ` ${texts.keepDate(scheduled.length)}` : "";
  const publishChosen = () =>
    publish.mutate(drafts, {
      onSuccess: () => {
        const undo = () => publish.mutate(drafts.map((post) => ({ ...post, state: "LOCAL" as const })));
        setDone({ text: `${texts.published(drafts.length)}${keeps}`, undo });
        selection.set([]);
      },
    });
  useListKeys(all, (id) => open(posts.find((post) => post.id === id)));
  useKeys({
    s: () => sign.begin(chosen),
    "/": () => document.querySelector<HTMLInputElement>("#post-search")?.focus(),
    x: () => {
      const id = focusedItem();
      if (id !== undefined) selection.toggle(id);
    },
  });
  return (
    <>
      <PostFilters status={status} filter={filter} onChange={setFilter} />
      <Trouble
        error={
          publish.error ??
          settle.error ??
          discard.error ??
          newVersion.error ??
          duplicate.error ??
          sign.error ??
          selectEverything.error
        }
      />
      <LoadBoundary fallback={null}>{isCut && <KeptDrafts />}</LoadBoundary>
      <PagedList
        list={all}
        items={posts}
        empty={
          isNarrowed(filter)
            ? messages.noMatches
            : status === "all"
              ? texts.empty
              : messages.posts.empty[status]
        }
        look="rows post-table"
      >
        {(post) => (
          <PostRow
            key={post.id}
            post={post}
            isSelected={selection.has(post.id)}
            onSelect={(toLast) => selection.toggle(post.id, { toLast })}
            onDelete={() => remove([post])}
            onSign={() => sign.begin([post])}
            onNewVersion={() => newVersion.mutate(post)}
            onDuplicate={() => duplicate.mutate(post)}
            onVersions={() => setCompared(post)}
            onBackToDraft={() => withdraw(post)}
            onCopyLink={() => void copyLink(post)}
            onPublishChanges={() =>
              settle.mutate(post, { onSuccess: () => setDone({ text: changesTexts.published }) })
            }
            onDiscardChanges={() =>
              discard.mutate(post, { onSuccess: () => setDone({ text: changesTexts.discarded }) })
            }
          />
        )}
      </PagedList>
      <LoadBoundary fallback={null}>
        {all.data && posts.length === 0 && filter.search !== "" && (
          <DidYouMean search={filter.search} onChoose={(search) => setFilter({ ...filter, search })} />
        )}
      </LoadBoundary>
      {selection.items.length > 0 && (
        <div className="selection" role="status">
          <span>
            {isAllShown && all.hasNextPage
              ? texts.selectedShown(selection.items.length)
              : messages.posts.selected(selection.items.length)}
          </span>
          <span className="choices">
            <Button look="quiet" onClick={() => selection.set([])} text={texts.clear} />
            {isAllShown && all.hasNextPage ? (
              <Button
                look="quiet"
                disabled={selectEverything.isPending}
                onClick={() => selectEverything.mutate()}
                text={texts.selectEverything}
              />
            ) : (
              !isAllShown && (
                <Button
                  look="quiet"
                  onClick={() => selection.set(posts.map(({ id }) => id))}
                  text={texts.selectAll}
                />
              )
            )}
            <Button look="plain" onClick={() => remove(selection.items)} text={texts.delete} />
            {drafts.length > 0 && (
              <Button
                look="plain"
                disabled={publish.isPending}
                onClick={publishChosen}
                text={texts.publish(drafts.length)}
              />
            )}
            {chosen.length > 0 && (
              <Button onClick={() => sign.begin(chosen)} text={messages.posts.signSelected(chosen.length)} />
            )}
          </span>
        </div>
      )}
      {compared && (
        <Suspense>
          <PostVersions
            post={compared}
            {...(compared.state !== "SIGNED" && {
              onRestored: () =>
                setDone({
                  text: messages.history.restored,
                  more: { text: texts.edit, act: () => goTo(`/write/${compared.id}`) },
                }),
            })}
            onClose={() => {
              setCompared(null);
              focusItem(compared.id);
            }}
          />
        </Suspense>
      )}
      {sign.posts.length > 0 && (
        <SignDialog
          posts={sign.posts}
          onClose={(isSigned) => {
            sign.end();
            if (isSigned) selection.set([]);
          }}
        />
      )}
      {toDelete.length > 0 && (
        <ConfirmDialog
          title={messages.posts.deleteSigned}
          explain={messages.posts.copiesStay}
          act={messages.delete}
          onConfirm={() => destroy(toDelete)}
          onClose={() => setToDelete([])}
        />
      )}
      <UndoNote done={done} />
      <DeletionNotes />
    </>
  );
}

const isNarrowed = ({ search, from, to }: PostFilter) => search.trim() !== "" || from !== "" || to !== "";

/** The ids of a whole list, of which some pages may not be loaded yet. */
async function readAllIds(list: ReturnType<typeof usePosts>): Promise<string[]> {
  let page = await list.fetchNextPage();
  while (page.hasNextPage && !page.isError) page = await list.fetchNextPage();
  if (page.error) throw page.error;
  return (page.data ?? []).map(({ id }) => id);
}

/** Opens a post where it is worked on: an unsigned one in the editor, a signed one at its page. */
function open(post: PostItem | undefined): void {
  if (!post) return;
  if (post.state !== "SIGNED") goTo(`/write/${post.id}`);
  else if (post.url) location.assign(post.url);
}

/** The posts to sign: a copy of the selection with the texts, since the list changes once they are signed. */
function useSigning() {
  const [posts, setPosts] = useState<readonly ToSign[]>([]);
  const read = useMutation({
    mutationFn: async (chosen: readonly PostItem[]) => {
      const bodies = await readBodies(chosen.map(({ id }) => id));
      return chosen.map(({ id, title }, index) => ({ id, title, text: bodies[index] ?? "" }));
    },
    onSuccess: setPosts,
  });
  const begin = (chosen: readonly PostItem[]) => chosen.length > 0 && read.mutate(chosen);
  return { posts, error: read.error, begin, end: () => setPosts([]) };
}

/** Publishes drafts on this site, or makes published ones drafts again. */
async function publishDrafts(posts: readonly PostItem[]): Promise<void> {
  for (const { id, state } of posts) await setState({ id, state: state === "DRAFT" ? "LOCAL" : "DRAFT" });
}

const setState = mutation(
  graphql("mutation SetState($input: UpdatePublicationInput!) { updatePublication(input: $input) { id } }"),
);
