import type { Context } from "../../context.ts";
import {
  emptyTrash as emptyRows,
  listTrash as listRows,
  listTrashedWith,
  listTrashUntil,
  purgeTrash,
  type TrashItem,
  type TrashKey,
} from "../../store/trash.ts";
import { limits } from "../limits.ts";
import {
  encodeCursor,
  invalidCursor,
  type Page,
  type PageRequest,
  readPage,
  splitCursor,
} from "../paging.ts";

/** Something in the trash, as the owner sees it. Times are ISO 8601. */
export interface TrashView extends Pick<TrashItem, "type" | "state" | "title" | "excerpt"> {
  /** The id of the publication or the comment. */
  readonly id: number;
  readonly deletedAt: string;
  /** When it is gone for good. */
  readonly goneAt: string;
  /** How many files were deleted with it, and come back with it. */
  readonly files: number;
}

/**
 * A page of the trash, the last deleted first. Files that were deleted with a post belong to it.
 *
 * @throws AppError VALIDATION_FAILED for `first` or `after`
 */
export async function listTrash(
  { store }: Pick<Context, "store">,
  request: PageRequest,
): Promise<Page<TrashView>> {
  const page = await readPage(request, {
    decode: parsePosition,
    read: (asked) => listRows(store.db, asked),
    cursorOf: ({ deletedAt, kind, subjectId }) => encodeCursor([deletedAt, kind, subjectId]),
  });
  const items: TrashView[] = [];
  const cursors = new Map<TrashView, string>();
  for (const item of page.items) {
    const files = item.type === "POST" ? (await listTrashedWith(store.db, item.subjectId)).length : 0;
    const view = toTrashView(item, files);
    items.push(view);
    cursors.set(view, page.cursorOf(item));
  }
  return { ...page, items, cursorOf: (view) => cursors.get(view) ?? "" };
}

function parsePosition(cursor: string): Pick<TrashItem, "deletedAt" | "kind" | "subjectId"> {
  const [at = "", kind, id = "", ...more] = splitCursor(cursor);
  const isKind = kind === "publication" || kind === "comment";
  if (!isKind || more.length > 0 || !/^\d{1,15}$/.test(at) || !/^\d{1,15}$/.test(id)) throw invalidCursor();
  return { deletedAt: Number(at), kind, subjectId: Number(id) };
}

function toTrashView(
  { subjectId, type, state, title, excerpt, deletedAt }: TrashItem,
  files: number,
): TrashView {
  return {
    id: subjectId,
    type,
    state,
    title,
    excerpt,
    deletedAt: new Date(deletedAt).toISOString(),
    goneAt: new Date(deletedAt + limits.trashMs).toISOString(),
    files,
  };
}

/**
 * Deletes things in the trash for good. The sweep then removes bytes that nothing else refers to.
 *
 * @param keys null for everything
 */
export async function emptyTrash(
  { store }: Pick<Context, "store">,
  keys: readonly TrashKey[] | null,
): Promise<void> {
  await store.transaction(async (tx) => {
    if (keys === null) await emptyRows(tx);
    else for (const key of keys) await purgeTrash(tx, key);
  });
}

/** So many are deleted for good in one transaction. */
const batch = 100;

/** A maintenance task: deletes for good what has been in the trash for 30 days. @returns how much was deleted */
export async function sweepTrash(
  { store, clock }: Pick<Context, "store" | "clock">,
  signal?: AbortSignal,
): Promise<number> {
  for (let count = 0; ; ) {
    const due = await listTrashUntil(store.db, clock.now() - limits.trashMs, batch);
    if (due.length === 0 || signal?.aborted) return count;
    await emptyTrash({ store }, due);
    count += due.length;
  }
}
