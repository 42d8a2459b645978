import { type ReactElement, useState } from "react";
import { BlockDialog } from "../../people/block-dialog.tsx";
import { ConfirmDialog } from "../../publications/confirm-dialog.tsx";
import { sayProblem } from "../../say-problem.ts";
import { MoreButton } from "../../shell/more-button.tsx";
import { UndoNote } from "../../shell/undo-note.tsx";
import { useKeys } from "../../shell/use-keys.ts";
import { focusedItem, useListKeys } from "../../shell/use-list-keys.ts";
import { Trouble } from "../../trouble.tsx";
import { useWords } from "../../words/use-words.ts";
import { BlockCommenterDialog } from "./block-commenter-dialog.tsx";
import { CommentFilters } from "./comment-filters.tsx";
import { CommentRow } from "./comment-row.tsx";
import { PickedBar } from "./picked-bar.tsx";
import { type Comment, type CommentState, useComments } from "./use-comments.ts";
import { useModeration } from "./use-moderation.ts";
import { useUndoable } from "./use-undoable.ts";

/** What is narrowed to: a post, or an author by one of their comments. */
export interface Narrowed {
  readonly post: NonNullable<Comment["publication"]> | null;
  readonly author: Comment | null;
}

/** Comments in one state, and what can be done with one or with many. */
export function CommentList({ state }: { state: CommentState }): ReactElement {
  const words = useWords();
  const [narrowed, narrow] = useState<Narrowed>({ post: null, author: null });
  const [picked, pick] = useState<ReadonlySet<string>>(new Set());
  const [doomed, doom] = useState<Comment | null>(null);
  const [toBlock, setToBlock] = useState<Comment | null>(null);
  const list = useComments(state, {
    publicationId: narrowed.post?.id ?? null,
    sameAuthorAs: narrowed.author?.id ?? null,
  });
  const comments = list.data ?? [];
  const moderation = useModeration();
  const undoable = useUndoable(moderation);
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
      <Trouble error={list.error} onRetry={() => void list.refetch()} />
      {moderation.problem && <p role="alert">{sayProblem(words, moderation.problem)}</p>}
      {list.isPending && <p className="stills" aria-busy="true" />}
      {list.data && comments.length === 0 && (
        <p className="empty">
          {narrowed.post || narrowed.author ? words.comments.nothingSo : words.comments.empty[state]}
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
