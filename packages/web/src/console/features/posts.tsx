import { type ReactElement, useState } from "react";
import { drawSeal } from "../../drawings/seal.ts";
import { useMessages, useSiteMessages } from "../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Button } from "../components/controls.tsx";
import { formatMoment } from "../components/format.ts";
import { PagedList, useSelection } from "../components/paged-list.tsx";
import { Tabs } from "../components/tabs.tsx";
import { inlineDrawing } from "../elements.ts";
import { UndoDeletions, useDeletions } from "../publications/pending-deletions.tsx";
import { timeOf, titleOf } from "../publications/publication.ts";
import { type PostItem, usePosts } from "../publications/use-posts.ts";
import { useKeys } from "../shell/keyboard.ts";
import { Link } from "../shell/routes.tsx";
import { SignDialog } from "../signing/sign-dialog.tsx";
import type { ToSign } from "../signing/sign-posts.ts";

const states = { drafts: "DRAFT", local: "LOCAL", signed: "SIGNED" } as const;
type List = keyof typeof states;
const lists = Object.keys(states) as List[];

/** The owner's posts: drafts, on this site only, and signed. */
export default function Posts({ rest: [asked] }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const list = lists.find((name) => name === asked) ?? "drafts";
  return (
    <>
      <header className="view-head">
        <h1>{messages.views.posts}</h1>
        <Link className="button" to="/write">
          {messages.posts.new}
        </Link>
      </header>
      <Tabs label={messages.lists} path="/posts" names={lists} current={list} texts={messages.posts.tabs} />
      <PostList key={list} list={list} />
      <UndoDeletions />
    </>
  );
}

function PostList({ list }: { list: List }): ReactElement {
  const messages = useMessages();
  const all = usePosts(states[list]);
  const deletions = useDeletions();
  const [toSign, setToSign] = useState<readonly ToSign[]>([]);
  const [toDelete, setToDelete] = useState<PostItem | null>(null);
  const posts = all.items.filter(deletions.isShown);
  const selection = useSelection(posts);
  const chosen = selection.items.toReversed();
  // A copy of the selection: the lists change once it is signed.
  const beginSigning = () =>
    setToSign(chosen.map((post) => ({ id: post.id, title: titleOf(post), text: post.body ?? "" })));
  useKeys({ s: beginSigning });
  const remove = (post: PostItem) =>
    post.state === "SIGNED" ? setToDelete(post) : deletions.begin({ id: post.id, title: titleOf(post) });
  return (
    <>
      <PagedList list={all} items={posts} empty={messages.posts.empty[list]}>
        {(post) => (
          <PostRow
            key={post.id}
            post={post}
            isSelected={selection.has(post.id)}
            onSelect={list === "signed" ? null : () => selection.toggle(post.id)}
            onDelete={() => remove(post)}
          />
        )}
      </PagedList>
      {chosen.length > 0 && (
        <div className="selection" role="status">
          <span>{messages.posts.selected(chosen.length)}</span>
          <Button onClick={beginSigning} text={messages.posts.signSelected(chosen.length)} />
        </div>
      )}
      {toSign.length > 0 && (
        <SignDialog
          posts={toSign}
          onClose={(isSigned) => {
            setToSign([]);
            if (isSigned) selection.set([]);
          }}
        />
      )}
      {toDelete && (
        <ConfirmDialog
          title={messages.posts.deleteSigned}
          explain={messages.posts.copiesStay}
          act={messages.delete}
          onConfirm={() => deletions.begin({ id: toDelete.id, title: titleOf(toDelete) })}
          onClose={() => setToDelete(null)}
        />
      )}
    </>
  );
}

function PostRow({
  post,
  isSelected,
  onSelect,
  onDelete,
}: {
  post: PostItem;
  isSelected: boolean;
  /** Null for signed posts. */
  onSelect: (() => void) | null;
  onDelete: () => void;
}): ReactElement {
  const messages = useMessages();
  const title = titleOf(post) || messages.signing.untitled;
  const isSigned = post.state === "SIGNED";
  return (
    <li className={isSelected ? "row is-selected" : "row"}>
      {onSelect ? (
        <input
          type="checkbox"
          aria-label={messages.posts.select(title)}
          checked={isSelected}
          onChange={onSelect}
        />
      ) : (
        inlineDrawing(drawSeal(post.contentHash), "seal", messages.post.states.SIGNED)
      )}
      <div className="row-text">
        {isSigned ? (
          <a href={post.url ?? undefined}>{title}</a>
        ) : (
          <Link to={`/write/${post.id}`}>{title}</Link>
        )}
        <PostMeta post={post} />
      </div>
      {post.state === "LOCAL" && post.url && (
        <a className="small" href={post.url}>
          {messages.posts.view}
        </a>
      )}
      {isSigned && (
        <Link className="small" to={`/delivery/${post.id}`} aria-label={messages.delivery.of(title)}>
          {messages.views.delivery}
        </Link>
      )}
      <Button
        look="quiet small"
        aria-label={messages.posts.deleteOne(title)}
        onClick={onDelete}
        text={messages.delete}
      />
    </li>
  );
}

function PostMeta({ post }: { post: PostItem }): ReactElement {
  const messages = useMessages();
  const site = useSiteMessages();
  const at = timeOf(post);
  return (
    <small>
      {post.scheduledAt ? (
        <strong>{messages.posts.scheduled(site.second(Date.parse(post.scheduledAt)))}</strong>
      ) : (
        <time dateTime={new Date(at).toISOString()}>{formatMoment(at, messages.language)}</time>
      )}
      {post.tags.length > 0 && <span>{post.tags.map((tag) => `#${tag}`).join(" ")}</span>}
    </small>
  );
}
