import { type ReactElement, useState } from "react";
import { ConfirmDialog } from "../../publications/confirm-dialog.tsx";
import { titleOf } from "../../publications/title-of.ts";
import { UndoBar } from "../../publications/undo-bar.tsx";
import { useDeletions } from "../../publications/use-deletions.ts";
import { type ListedPost, usePosts } from "../../publications/use-posts.ts";
import { Link } from "../../shell/link.tsx";
import { MoreButton } from "../../shell/more-button.tsx";
import { useKeys } from "../../shell/use-keys.ts";
import { SignDialog } from "../../signing/sign-dialog.tsx";
import type { ToSign } from "../../signing/use-signing.ts";
import { Trouble } from "../../trouble.tsx";
import { useWords } from "../../words/use-words.ts";
import { PostRow } from "./post-row.tsx";

const states = { drafts: "DRAFT", local: "LOCAL", signed: "SIGNED" } as const;
type List = keyof typeof states;

/** The owner's posts by what they are: drafts, those that are only here, and signed ones. */
export default function Posts({ rest: [asked = ""] }: { rest: readonly string[] }): ReactElement {
  const words = useWords();
  const list: List = asked in states ? (asked as List) : "drafts";
  return (
    <>
      <header className="place-head">
        <h1>{words.places.posts}</h1>
        <Link className="button" to="/write">
          {words.posts.new}
        </Link>
      </header>
      <nav className="tabs" aria-label={words.posts.lists}>
        {(Object.keys(states) as List[]).map((name) => (
          <Link key={name} to={`/posts/${name}`} aria-current={name === list ? "true" : undefined}>
            {words.posts[name]}
          </Link>
        ))}
      </nav>
      <PostList key={list} list={list} />
      <UndoBar />
    </>
  );
}

function PostList({ list }: { list: List }): ReactElement {
  const words = useWords();
  const all = usePosts(states[list]);
  const deletions = useDeletions();
  const [picked, pick] = useState<ReadonlySet<string>>(new Set());
  const [toSign, setToSign] = useState<readonly ToSign[]>([]);
  const [doomed, doom] = useState<ListedPost | null>(null);
  const gone = new Set(deletions.pending().map(({ id }) => id));
  const posts = (all.data ?? []).filter(({ id }) => !gone.has(id));
  const chosen = posts.filter(({ id }) => picked.has(id)).reverse();
  // As it was picked: the lists change once it is signed.
  const beginSigning = () =>
    setToSign(chosen.map((post) => ({ id: post.id, title: titleOf(post), text: post.body ?? "" })));
  useKeys({ s: beginSigning });
  const remove = (post: ListedPost) =>
    post.state === "SIGNED" ? doom(post) : deletions.begin({ id: post.id, title: titleOf(post) });
  const toggle = (id: string) =>
    pick(new Set(picked.has(id) ? [...picked].filter((one) => one !== id) : [...picked, id]));
  return (
    <>
      <Trouble error={all.error} onRetry={() => void all.refetch()} />
      {all.isPending && <p className="stills" aria-busy="true" />}
      {all.data && posts.length === 0 && <p className="empty">{words.posts.empty[list]}</p>}
      <ul className="rows">
        {posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            isPicked={picked.has(post.id)}
            onPick={list === "signed" ? null : () => toggle(post.id)}
            onDelete={() => remove(post)}
          />
        ))}
      </ul>
      <MoreButton list={all} />
      {chosen.length > 0 && (
        <div className="picked" role="status">
          <span>{words.posts.picked(chosen.length)}</span>
          <button type="button" onClick={beginSigning}>
            {words.posts.signPicked(chosen.length)}
          </button>
        </div>
      )}
      {toSign.length > 0 && (
        <SignDialog
          posts={toSign}
          onClose={(isSigned) => {
            setToSign([]);
            if (isSigned) pick(new Set());
          }}
        />
      )}
      {doomed && (
        <ConfirmDialog
          title={words.posts.deleteSigned}
          explain={words.posts.copiesStay}
          act={words.delete}
          onClose={(isConfirmed) => {
            doom(null);
            if (isConfirmed) deletions.begin({ id: doomed.id, title: titleOf(doomed) });
          }}
        />
      )}
    </>
  );
}
