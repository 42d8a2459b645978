import { type ReactElement, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button, Checkbox, Chip } from "../../components/controls.tsx";
import { PagedList, useSelection } from "../../components/paged-list.tsx";
import { UndoNote } from "../../components/undo-note.tsx";
import { Trouble } from "../../errors.tsx";
import { actOnFocused, focusedItem, useKeys, useListKeys } from "../../shell/keyboard.ts";
import { useCommentDialogs } from "./comment-dialogs.tsx";
import { type CommentFilterState, CommentRow } from "./comment-row.tsx";
import { type Comment, type CommentListName, type CommentState, useComments } from "./use-comments.ts";
import { useModeration } from "./use-moderation.ts";

/** The comments in one state or in all, with actions for one or many. */
export function CommentList({
  state,
  post = null,
}: {
  state: CommentListName;
  /** The only post whose comments are shown at first. */
  post?: CommentFilterState["post"];
}): ReactElement {
  const messages = useMessages();
  const [filter, setFilter] = useState<CommentFilterState>({ post, author: null });
  const list = useComments(state, {
    publicationId: filter.post?.id ?? null,
    sameAuthorAs: filter.author?.id ?? null,
  });
  const selection = useSelection(list.items);
  const chosen = selection.items;
  const moderation = useModeration();
  const { actsOn, dialog } = useCommentDialogs(moderation);
  const move = (comments: readonly Comment[], to: CommentState) => {
    moderation.move(comments, to);
    selection.set([]);
  };
  // The switch changes before the node answers, and back if it refuses.
  const setOpen = (open: boolean) => {
    const { post } = filter;
    if (!post) return;
    setFilter({ ...filter, post: { ...post, commentsOpen: open } });
    moderation.open({ publicationId: post.id, open }, { onError: () => setFilter(filter) });
  };
  const these = () => (chosen.length > 0 ? chosen : list.items.filter(({ id }) => id === focusedItem()));
  useListKeys(list);
  useKeys({
    a: () => move(these(), "PUBLISHED"),
    h: () => move(these(), "REJECTED"),
    e: () => actOnFocused("answer"),
    x: () => {
      const id = focusedItem();
      if (id !== undefined) selection.toggle(id);
    },
  });
  return (
    <>
      <CommentFilters filter={filter} onChange={setFilter} onOpen={setOpen} />
      <Trouble error={moderation.problem} />
      <PagedList
        list={list}
        empty={filter.post || filter.author ? messages.noMatches : messages.comments.empty[state]}
      >
        {(comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            isSelected={selection.has(comment.id)}
            onSelect={() => selection.toggle(comment.id)}
            showsState={state === "ALL"}
            onMove={(to) => move([comment], to)}
            onFilter={(by) => setFilter({ ...filter, ...by })}
            {...actsOn(comment)}
          />
        )}
      </PagedList>
      <SelectedBar
        state={state}
        count={chosen.length}
        onAll={() => selection.set(list.items.map(({ id }) => id))}
        onMove={(to) => move(chosen, to)}
      />
      <UndoNote done={moderation.done} />
      {dialog}
    </>
  );
}

/** The active filters, and the switch that opens comments on the post. */
function CommentFilters({
  filter,
  onChange,
  onOpen,
}: {
  filter: CommentFilterState;
  onChange: (filter: CommentFilterState) => void;
  onOpen: (isOpen: boolean) => void;
}): ReactElement | null {
  const messages = useMessages();
  const { post, author } = filter;
  if (!post && !author) return null;
  return (
    <div className="filters comment-filters">
      {post && (
        <Chip text={messages.comments.on(post.title)} onRemove={() => onChange({ ...filter, post: null })} />
      )}
      {author && (
        <Chip
          text={messages.comments.ofOne(author.authorName)}
          onRemove={() => onChange({ ...filter, author: null })}
        />
      )}
      {post && (
        <Checkbox
          look="switch"
          label={messages.comments.allowHere}
          checked={post.commentsOpen}
          onChange={onOpen}
        />
      )}
    </div>
  );
}

function SelectedBar({
  state,
  count,
  onAll,
  onMove,
}: {
  state: CommentListName;
  count: number;
  onAll: () => void;
  onMove: (to: CommentState) => void;
}): ReactElement | null {
  const messages = useMessages();
  if (count === 0) return null;
  return (
    <div className="selection" role="status">
      <span>{messages.comments.selected(count)}</span>
      <span className="choices">
        <Button look="quiet" onClick={onAll} text={messages.comments.selectAll} />
        {state !== "REJECTED" && (
          <Button look="plain" onClick={() => onMove("REJECTED")} text={messages.comments.hide} />
        )}
        {state !== "PUBLISHED" && (
          <Button onClick={() => onMove("PUBLISHED")} text={messages.comments.approve} />
        )}
      </span>
    </div>
  );
}
