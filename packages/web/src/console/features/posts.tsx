import { type ReactElement, useState } from "react";
import { drawSeal } from "../../drawings/seal.ts";
import { useMessages, useSiteMessages } from "../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Button } from "../components/controls.tsx";
import { formatMoment } from "../components/format.ts";
import { MoreButton } from "../components/paged-list.tsx";
import { inlineDrawing } from "../elements.ts";
import { LoadState } from "../errors.tsx";
import { UndoDeletions, useDeletions } from "../publications/pending-deletions.tsx";
import { titleOf } from "../publications/publication.ts";
import { type PostItem, usePosts } from "../publications/use-posts.ts";
import { useKeys } from "../shell/keyboard.ts";
import { Link } from "../shell/routes.tsx";
import { SignDialog, type ToSign } from "../signing/sign-dialog.tsx";

const states = { drafts: "DRAFT", local: "LOCAL", signed: "SIGNED" } as const;
type List = keyof typeof states;

/** The owner's posts: drafts, on this site only, and signed. */
export default function Posts({ rest: [asked = ""] }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const list: List = asked in states ? (asked as List) : "drafts";
  return (
    <>
      <header className="view-head">
        <h1>{messages.views.posts}</h1>
        <Link className="button" to="/write">
          {messages.posts.new}
        </Link>
      </header>
      <nav className="tabs" aria-label={messages.posts.lists}>
        {(Object.keys(states) as List[]).map((name) => (
          <Link key={name} to={`/posts/${name}`} aria-current={name === list ? "true" : undefined}>
            {messages.posts[name]}
          </Link>
        ))}
      </nav>
      <PostList key={list} list={list} />
      <UndoDeletions />
    </>
  );
}

function PostList({ list }: { list: List }): ReactElement {
  const messages = useMessages();
  const all = usePosts(states[list]);
  const deletions = useDeletions();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [toSign, setToSign] = useState<readonly ToSign[]>([]);
  const [toDelete, setToDelete] = useState<PostItem | null>(null);
  const gone = new Set(deletions.pending().map(({ id }) => id));
  const posts = (all.data ?? []).filter(({ id }) => !gone.has(id));
  const chosen = posts.filter(({ id }) => selected.has(id)).reverse();
  // A copy of the selection: the lists change once it is signed.
  const beginSigning = () =>
    setToSign(chosen.map((post) => ({ id: post.id, title: titleOf(post), text: post.body ?? "" })));
  useKeys({ s: beginSigning });
  const remove = (post: PostItem) =>
    post.state === "SIGNED" ? setToDelete(post) : deletions.begin({ id: post.id, title: titleOf(post) });
  const toggle = (id: string) =>
    setSelected(new Set(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id]));
  return (
    <>
      <LoadState of={all} empty={all.data && posts.length === 0 && messages.posts.empty[list]} />
      <ul className="rows">
        {posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            isSelected={selected.has(post.id)}
            onSelect={list === "signed" ? null : () => toggle(post.id)}
            onDelete={() => remove(post)}
          />
        ))}
      </ul>
      <MoreButton list={all} />
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
            if (isSigned) setSelected(new Set());
          }}
        />
      )}
      {toDelete && (
        <ConfirmDialog
          title={messages.posts.deleteSigned}
          explain={messages.posts.copiesStay}
          act={messages.delete}
          onClose={(isConfirmed) => {
            setToDelete(null);
            if (isConfirmed) deletions.begin({ id: toDelete.id, title: titleOf(toDelete) });
          }}
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
        inlineDrawing(drawSeal(post.contentHash), "seal", messages.post.signed)
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
        <Link className="small" to={`/delivery/${post.id}`} aria-label={messages.delivery.seeOf(title)}>
          {messages.delivery.see}
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
  const at = post.timestamp === null ? Date.parse(post.createdAt) : post.timestamp * 1000;
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
