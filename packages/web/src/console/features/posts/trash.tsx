import { graphql } from "@freehold/client";
import { type ReactElement, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Button } from "../../components/controls.tsx";
import { formatMoment } from "../../components/format.ts";
import { PagedList, usePagedList } from "../../components/paged-list.tsx";
import { type Undoable, UndoNote } from "../../components/undo-note.tsx";
import { Trouble } from "../../errors.tsx";
import { type ItemOf, mutation } from "../../graphql.ts";
import { restoreFromTrash, useDeletions } from "../../publications/deletions.ts";
import { useAction } from "../../queries.ts";
import { useListKeys } from "../../shell/keyboard.ts";

type Trashed = ItemOf<typeof query>;

/** Posts, files and comments that were deleted in the last 30 days, to be restored or deleted for good. */
export default function Trash(): ReactElement {
  const messages = useMessages();
  const { trash } = messages;
  const list = usePagedList(["trash"], query, {});
  const deletions = useDeletions();
  const restore = useAction(restoreFromTrash);
  const empty = useAction(emptyTrash);
  const [toPurge, setToPurge] = useState<Trashed | "all" | null>(null);
  const [done, setDone] = useState<Undoable | null>(null);
  const titleOf = ({ type, title, excerpt }: Trashed) =>
    type === "COMMENT" ? trash.commentBy(title) : title || excerpt || messages.signing.untitled;
  const restoreOne = (item: Trashed) =>
    restore.mutate(keysOf(item), {
      onSuccess: (restored) => {
        deletions.forget(item.id);
        const isMoved = restored.some(({ lostSlug }) => lostSlug !== null);
        setDone({ text: (isMoved ? trash.otherAddress : trash.restored)(titleOf(item)) });
      },
    });
  useListKeys(list);
  return (
    <>
      <h2 className="unseen">{messages.postTabs.trash}</h2>
      {list.items.length > 0 && (
        <header className="view-head">
          <p className="hint">{trash.about}</p>
          <Button look="plain" onClick={() => setToPurge("all")} text={trash.emptyAll} />
        </header>
      )}
      <Trouble error={restore.error ?? empty.error} />
      <PagedList list={list} empty={trash.empty}>
        {(item) => (
          <TrashRow
            key={`${item.type} ${item.id}`}
            item={item}
            title={titleOf(item)}
            onRestore={() => restoreOne(item)}
            onPurge={() => setToPurge(item)}
          />
        )}
      </PagedList>
      {toPurge && (
        <ConfirmDialog
          title={toPurge === "all" ? trash.emptyTitle : trash.purgeTitle(titleOf(toPurge))}
          explain={toPurge === "all" ? trash.emptyExplain : trash.purgeExplain}
          act={toPurge === "all" ? trash.emptyAll : trash.purge}
          onConfirm={() => empty.mutate(toPurge === "all" ? {} : keysOf(toPurge))}
          onClose={() => setToPurge(null)}
        />
      )}
      <UndoNote done={done} />
    </>
  );
}

function TrashRow({
  item: { id, type, state, title, excerpt, deletedAt, goneAt, files },
  title: name,
  onRestore,
  onPurge,
}: {
  item: Trashed;
  title: string;
  onRestore: () => void;
  onPurge: () => void;
}): ReactElement {
  const messages = useMessages();
  const site = useSiteMessages();
  const { trash } = messages;
  const isPublication = state === "DRAFT" || state === "LOCAL" || state === "SIGNED";
  return (
    <li className="row trash-row" data-item={`${type} ${id}`} tabIndex={-1}>
      <div className="row-text">
        <strong className="row-name">{name}</strong>
        {title !== "" && excerpt !== "" && <p className="trash-excerpt">{excerpt}</p>}
        <small>
          {type !== "COMMENT" && <span>{trash.kinds[type]}</span>}
          {isPublication && <span>{messages.postTable.stateOf[stateNames[state]]}</span>}
          {files > 0 && <span>{trash.withFiles(files)}</span>}
          <time dateTime={deletedAt} title={site.second(Date.parse(deletedAt))}>
            {trash.deletedAt(formatMoment(Date.parse(deletedAt), messages.language))}
          </time>
          <span>{trash.goneAt(site.day(Date.parse(goneAt)))}</span>
        </small>
      </div>
      <p className="trash-acts">
        <Button
          look="plain small"
          aria-label={trash.restoreOne(name)}
          onClick={onRestore}
          text={trash.restore}
        />
        <Button look="quiet small" aria-label={trash.purgeOne(name)} onClick={onPurge} text={trash.purge} />
      </p>
    </li>
  );
}

const stateNames = { DRAFT: "drafts", LOCAL: "local", SIGNED: "signed" } as const;

function keysOf({ type, id }: Trashed): { comments: string[] } | { publications: string[] } {
  return type === "COMMENT" ? { comments: [id] } : { publications: [id] };
}

const query = graphql(`query Trash($after: String) {
  trash(first: 30, after: $after) {
    nodes { id type state title excerpt deletedAt goneAt files }
    pageInfo { hasNextPage endCursor }
  }
}`);
const emptyTrash = mutation(
  graphql("mutation EmptyTrash($input: EmptyTrashInput!) { emptyTrash(input: $input) }"),
);
