import { type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { LoadState, Trouble } from "../../errors.tsx";
import { openPostQuery } from "../../first-reads.ts";
import { beginNewVersion } from "../../publications/new-version.ts";
import { useField } from "../../queries.ts";
import { goTo, Link, readCarried } from "../../shell/routes.tsx";
import { viewAt } from "../view-at.tsx";
import { type DraftCopy, type TakenCopy, takeCopy } from "./drafts/draft-copies.ts";
import "../../styles/editor.css";
import { findLeftDraft } from "./drafts/open-drafts.ts";
import type { EditorStart, OpenedPost } from "./drafts/use-draft.ts";
import { PostEditor } from "./post-editor.tsx";

/** The editor: for a new post, which may start with carried text (`goTo`), or for the post that the path names. */
function Write({ rest: [id] }: { rest: readonly string[] }): ReactElement {
  // A new draft gets its id while it is written, and stays in the same editor.
  const editor = useRef({ key: 0, id });
  if (editor.current.id !== id) editor.current = { key: editor.current.key + 1, id };
  const created = (newId: string) => {
    editor.current = { ...editor.current, id: newId };
  };
  return <Opened key={editor.current.key} id={id ?? null} onCreated={created} />;
}

function Opened({ id, onCreated }: { id: string | null; onCreated: (id: string) => void }): ReactElement {
  const messages = useMessages();
  const first = useRef(id).current;
  const [beginning] = useState(readCarried);
  const copied = useQuery({ ...once, queryKey: ["draft-copy", first], queryFn: () => takeCopy(first) });
  const opened = useField(
    ["editor", first],
    openPostQuery,
    { id: first ?? "" },
    { ...once, enabled: first !== null },
  );
  const { data: post, isPending, error } = opened;
  // An open draft stays open while the node is read again.
  const start = useRef<EditorStart | null>(null);
  if (!copied.isPending) start.current ??= findStart(first, copied.data ?? null, opened, beginning);
  const isEdited = start.current !== null;
  useEffect(() => {
    // A post that can be edited is not asked again once it is signed.
    if (isEdited && location.hash === newVersionHash)
      history.replaceState(history.state, "", location.pathname);
  }, [isEdited]);
  if (start.current) return <PostEditor {...start.current} onCreated={onCreated} />;
  if (copied.isPending) return <h1 className="unseen">{messages.views.write}</h1>;
  return (
    <>
      <h1>{messages.views.write}</h1>
      <LoadState of={opened} />
      {!isPending && !error && (
        <>
          {post?.state === "SIGNED" && post.type === "POST" ? (
            <NewVersion id={post.id} />
          ) : (
            <p className="empty">{messages.write.isGone}</p>
          )}
          <Link to="/posts">{messages.views.posts}</Link>
        </>
      )}
    </>
  );
}

/** Offers a new version of a signed post. The link of its page asks for it, and so it begins at once. */
function NewVersion({ id }: { id: string }): ReactElement {
  const messages = useMessages();
  const { mutate, isPending, error } = useMutation({
    mutationFn: beginNewVersion,
    onSuccess: (draft) => goTo(`/write/${draft}`, { replace: true }),
  });
  useEffect(() => {
    if (location.hash === newVersionHash) mutate(id);
  }, [id, mutate]);
  return (
    <>
      <p className="empty">{messages.write.isSigned}</p>
      <Button disabled={isPending} onClick={() => mutate(id)} text={messages.postTable.newVersion} />
      <Trouble error={error} />
    </>
  );
}

/** The end of the address in the link "Edit" of a signed post's page (`islands/header.ts`). */
const newVersionHash = "#new-version";

/** @returns the first text of the editor; null until it is loaded, or if there is nothing to edit */
function findStart(
  id: string | null,
  copy: TakenCopy | null,
  { data: post, isPending, error }: Pick<UseQueryResult<OpenedPost | null>, "data" | "isPending" | "error">,
  beginning: string | null,
): EditorStart | null {
  if (id === null) return { post: null, beginning, copy };
  if (error) {
    if (copy) return { post: postOf(copy.found), copy };
    const left = findLeftDraft(id);
    return left && { post: postOf({ ...left, isSaved: false }) };
  }
  if (post?.type === "POST" && post.body !== null && post.state !== "SIGNED") return { post, copy };
  // Typed text is not lost if its draft was signed or deleted meanwhile.
  const isLeft = !isPending && copy !== null && !copy.found.isSaved && copy.found.text.body !== post?.body;
  return isLeft ? { post: null, copy } : null;
}

/** The editor keeps the post that it opened. */
const once = { gcTime: 0, staleTime: Infinity, networkMode: "always" } as const;

/** The post that a copy belongs to, as far as this browser knows it, where the node does not answer. */
function postOf({ text, draft, isSaved }: Pick<DraftCopy, "text" | "draft" | "isSaved">): OpenedPost | null {
  const { body, slug } = isSaved ? text : { body: "", slug: null };
  if (draft === null) return null;
  const { id, revision, isPublished, isChanged } = draft;
  const tags = [...draft.tags];
  const state = isPublished ? "LOCAL" : "DRAFT";
  const changes = isChanged ? { body, slug, revision, isOutdated: false } : null;
  return { id, revision, tags, state, changes, type: "POST", body, slug, url: null, scheduledAt: null };
}

export default viewAt(/^[^/]*$/, Write);
