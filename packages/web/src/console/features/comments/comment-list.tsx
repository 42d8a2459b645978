import { type ReactElement, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { MoreButton } from "../../components/paged-list.tsx";
import { UndoNote } from "../../components/undo-note.tsx";
import { formatError, LoadError } from "../../errors.tsx";
import { BlockDialog } from "../../people/block-dialog.tsx";
import { BlockCommenterDialog } from "../../people/commenter-blocks.tsx";
import { titleOf } from "../../publications/publication.ts";
import { focusedItem, useKeys, useListKeys } from "../../shell/keyboard.ts";
import { CommentRow } from "./comment-row.tsx";
import { type Comment, type CommentState, useComments } from "./use-comments.ts";
import { useModeration, useUndoableModeration } from "./use-moderation.ts";

/** What is narrowed to: a post, or an author by one of their comments. */
export interface CommentFilterState {
  readonly post: NonNullable<Comment["publication"]> | null;
  readonly author: Comment | null;
}

/** Comments in one state, and what can be done with one or with many. */
export function CommentList({ state }: { state: CommentState }): ReactElement {
  const words = useMessages();
  const [narrowed, narrow] = useState<CommentFilterState>({ post: null, author: null });
  const [picked, pick] = useState<ReadonlySet<string>>(new Set());
  const [doomed, doom] = useState<Comment | null>(null);
  const [toBlock, setToBlock] = useState<Comment | null>(null);
  const list = useComments(state, {
    publicationId: narrowed.post?.id ?? null,
    sameAuthorAs: narrowed.author?.id ?? null,
  });
  const comments = list.data ?? [];
  const moderation = useModeration();
  const undoable = useUndoableModeration(moderation);
  const move = (ids: readonly string[], to: CommentState) => {
    if (ids.length === 0 || to === state) return;
    undoable.move({ ids, from: state, to });
    pick(new Set());
  };
  // The switch answers before the node does, and goes back where the node says no.
  const setOpen = (open: boolean) => {
    const { post } = narrowed;
    if (!post) return;
    narrow({ ...narrowed, post: { ...post, commentsOpen: open } });
    moderation.open.mutate({ publicationId: post.id, open }, { onError: () => narrow(narrowed) });
  };
  const chosen = comments.filter(({ id }) => picked.has(id)).map(({ id }) => id);
  const these = () => (chosen.length > 0 ? chosen : [focusedItem()].filter((id) => id !== undefined));
  const toggle = (id: string) =>
    pick(new Set(picked.has(id) ? [...picked].filter((one) => one !== id) : [...picked, id]));
  useListKeys({ more: () => list.hasNextPage && void list.fetchNextPage() });
  useKeys({
    a: () => move(these(), "PUBLISHED"),
    h: () => move(these(), "REJECTED"),
    x: () => {
      const id = focusedItem();
      if (id !== undefined) toggle(id);
    },
  });
  return (
    <>
      <CommentFilters narrowed={narrowed} onChange={narrow} onOpen={setOpen} />
      <LoadError error={list.error} onRetry={() => void list.refetch()} />
      {moderation.problem && <p role="alert">{formatError(words, moderation.problem)}</p>}
      {list.isPending && <p className="stills" aria-busy="true" />}
      {list.data && comments.length === 0 && (
        <p className="empty">
          {narrowed.post || narrowed.author ? words.comments.noMatches : words.comments.empty[state]}
        </p>
      )}
      <ul className="rows">
        {comments.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            isPicked={picked.has(comment.id)}
            onPick={() => toggle(comment.id)}
            onMove={(to) => move([comment.id], to)}
            onNarrow={(by) => narrow({ ...narrowed, ...by })}
            onDelete={() => doom(comment)}
            onBlock={() => setToBlock(comment)}
          />
        ))}
      </ul>
      <MoreButton list={list} />
      <PickedBar
        state={state}
        count={chosen.length}
        onAll={() => pick(new Set(comments.map(({ id }) => id)))}
        onMove={(to) => move(chosen, to)}
      />
      <UndoNote done={undoable.done} />
      {doomed && (
        <ConfirmDialog
          title={words.comments.deleteTitle(doomed.authorName)}
          explain={words.comments.deleteExplain}
          act={words.comments.delete}
          onClose={(isConfirmed) => {
            doom(null);
            if (isConfirmed) moderation.destroy.mutate(doomed);
          }}
        />
      )}
      {toBlock?.authorAddress && (
        <BlockDialog
          person={{ address: toBlock.authorAddress, title: toBlock.authorName, url: null }}
          onClose={() => setToBlock(null)}
        />
      )}
      {toBlock && !toBlock.authorAddress && (
        <BlockCommenterDialog
          name={toBlock.authorName}
          onClose={(note) => {
            setToBlock(null);
            if (note !== null) undoable.block(toBlock, note);
          }}
        />
      )}
    </>
  );
}

/** What the comments are narrowed to, and whether the one post takes any. */
export function CommentFilters({
  narrowed,
  onChange,
  onOpen,
}: {
  narrowed: CommentFilterState;
  onChange: (narrowed: CommentFilterState) => void;
  onOpen: (isOpen: boolean) => void;
}): ReactElement | null {
  const words = useMessages();
  const { post, author } = narrowed;
  if (!post && !author) return null;
  return (
    <div className="filters comment-filters">
      {post && (
        <button type="button" className="chip" onClick={() => onChange({ ...narrowed, post: null })}>
          {words.comments.on(titleOf(post) || (post.filename ?? ""))} <span aria-hidden="true">×</span>
        </button>
      )}
      {author && (
        <button type="button" className="chip" onClick={() => onChange({ ...narrowed, author: null })}>
          {words.comments.ofOne(author.authorName)} <span aria-hidden="true">×</span>
        </button>
      )}
      {post && (
        <label className="switch">
          <input
            type="checkbox"
            checked={post.commentsOpen}
            onChange={({ target }) => onOpen(target.checked)}
          />
          <span>{words.comments.allowHere}</span>
        </label>
      )}
    </div>
  );
}

/** What can be done with all that are picked. */
export function PickedBar({
  state,
  count,
  onAll,
  onMove,
}: {
  state: CommentState;
  count: number;
  onAll: () => void;
  onMove: (to: CommentState) => void;
}): ReactElement | null {
  const words = useMessages();
  if (count === 0) return null;
  return (
    <div className="picked" role="status">
      <span>{words.comments.selected(count)}</span>
      <span className="choices">
        <button type="button" className="quiet" onClick={onAll}>
          {words.comments.selectAll}
        </button>
        {state !== "REJECTED" && (
          <button type="button" className="plain" onClick={() => onMove("REJECTED")}>
            {words.comments.hide}
          </button>
        )}
        {state !== "PUBLISHED" && (
          <button type="button" onClick={() => onMove("PUBLISHED")}>
            {words.comments.approve}
          </button>
        )}
      </span>
    </div>
  );
}
