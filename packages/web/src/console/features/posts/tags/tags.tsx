import { graphql } from "@freehold/client";
import { type ReactElement, useEffect, useState } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { PagedList, usePagedList } from "../../../components/paged-list.tsx";
import { UndoNote } from "../../../components/undo-note.tsx";
import { Trouble } from "../../../errors.tsx";
import { focusItem, useListKeys } from "../../../shell/keyboard.ts";
import type { TagItem } from "./change-tag.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { findRenamedTag, TagRow } from "./tag-row.tsx";
import { useTagChange } from "./use-tag-change.ts";
import "./tags.css";

/** From so many tags on, the owner can search them. */
const searchedFrom = 12;

/** The tags of the owner's posts, to be renamed, merged, and made plain words. */
export default function Tags(): ReactElement {
  const messages = useMessages();
  const { tags: texts } = messages;
  const [search, setSearch] = useState("");
  const list = usePagedList(["tags", search.trim()], query, { search: search.trim() }, { keepsLast: true });
  const [renamed, setRenamed] = useState(findRenamedTag);
  const [merged, setMerged] = useState<{ readonly item: TagItem; readonly into: string } | null>(null);
  const [toDelete, setToDelete] = useState<TagItem | null>(null);
  const [awaited, setAwaited] = useState<string | null>(null);
  const change = useTagChange();
  const { items } = list;
  // The tag has its new place in the list once that is read again.
  useEffect(() => {
    if (awaited === null || !items.some(({ tag }) => tag === awaited)) return;
    focusItem(awaited);
    setAwaited(null);
  }, [awaited, items]);
  const rename = async (item: TagItem, to: string) => {
    setRenamed(null);
    setAwaited(fold(to));
    const isTaken = await change.rename(item, to);
    if (isTaken) setMerged({ item, into: fold(to) });
  };
  useListKeys(list);
  return (
    <>
      <h2 className="unseen">{messages.postTabs.tags}</h2>
      {items.length > 0 && <p className="hint">{texts.about}</p>}
      {(search !== "" || list.hasNextPage || items.length > searchedFrom) && (
        <search className="filters">
          <input
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </search>
      )}
      <Trouble error={change.error} />
      <p role="status" className="hint">
        {change.changed !== null && texts.working(change.changed)}
      </p>
      <PagedList list={list} empty={search === "" ? texts.empty : messages.noMatches} look="rows tag-rows">
        {(item) => (
          <TagRow
            key={item.tag}
            item={item}
            isBusy={change.changed !== null}
            isRenamed={renamed === item.tag}
            onBegin={() => setRenamed(item.tag)}
            onCancel={() => {
              setRenamed(null);
              focusItem(item.tag);
            }}
            onRename={(to) => void rename(item, to)}
            onMerge={() => setMerged({ item, into: "" })}
            onDelete={() => setToDelete(item)}
          />
        )}
      </PagedList>
      {merged && (
        <MergeDialog
          {...merged}
          names={items.map(({ tag }) => tag)}
          onConfirm={(into) => {
            setAwaited(fold(into));
            void change.merge(merged.item, into);
          }}
          onClose={() => setMerged(null)}
        />
      )}
      {toDelete && (
        <ConfirmDialog
          title={texts.deleteTitle(toDelete.tag)}
          explain={texts.deleteExplain(toDelete.tag, toDelete)}
          act={texts.delete}
          onConfirm={() => void change.remove(toDelete)}
          onClose={() => setToDelete(null)}
        />
      )}
      <UndoNote done={change.done} />
    </>
  );
}

/** The form in which the node compares tags. */
function fold(tag: string): string {
  return tag.trim().replace(/^#/, "").normalize("NFKC").toLowerCase();
}

const query = graphql(`query Tags($search: String, $after: String) {
  ownTags(first: 100, search: $search, after: $after) {
    nodes { tag drafts local signed }
    pageInfo { hasNextPage endCursor }
  }
}`);
