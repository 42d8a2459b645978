import type { Context } from "../../context.ts";
import { AppError, hasCode } from "../../errors/errors.ts";
import { findContent } from "../../store/contents.ts";
import type { Tx } from "../../store/database.ts";
import {
  findOwnTag,
  listOwnTags,
  listUnsignedWithTag,
  moveTag,
  type OwnTag,
} from "../../store/publications/own-tags.ts";
import { findChanges } from "../../store/publications/publication-changes.ts";
import { findPublication, type Publication } from "../../store/publications/publications.ts";
import { readMarkdown } from "../contents/read-markdown.ts";
import { limits } from "../limits.ts";
import { decodeKeyedCursor, encodeKeyedCursor, type Page, type PageRequest, readPage } from "../paging.ts";
import { requireOwner } from "../profile/owner.ts";
import { replaceTag } from "../search/replace-tag.ts";
import { foldMark, locateTags, parseTag } from "../search/terms.ts";
import { saveChanges } from "./changes.ts";
import { readChangedText, type UpdateContext, updatePublication } from "./update.ts";

const changesPerCall = 50; // publications whose texts one call changes

/** The result of a call of `renameTag`. */
export interface TagChange {
  /** Publications whose text was changed by this call. */
  readonly changed: number;
  /** Unsigned publications that still have the tag; the call is repeated for them. */
  readonly left: number;
  /** Signed publications that have the tag: what is signed never changes. */
  readonly signed: number;
  /** Whether the new tag is there already, and nothing was changed because the caller did not say that they become one. */
  readonly isTaken: boolean;
  /** How most of the changed texts wrote the tag, without its sign: an undo writes it so; null where none was changed. */
  readonly spelling: string | null;
}

/**
 * The owner's tags in the order of their bytes, with the number of publications of each.
 *
 * @param request.search only tags that contain this, with or without its sign
 * @throws AppError as `readPage`
 */
export async function readOwnTags(
  context: Pick<Context, "store" | "owner">,
  { search, ...request }: PageRequest & { search?: string | null },
): Promise<Page<OwnTag>> {
  const { address } = await requireOwner(context);
  const part = foldMark(search ?? "");
  return await readPage<OwnTag, string>(request, {
    decode: (cursor) => String(decodeKeyedCursor(cursor, "string")[0]),
    read: ({ limit, after = "" }) => listOwnTags(context.store.db, address, { part, after, limit }),
    cursorOf: ({ tag }) => encodeKeyedCursor([tag, 0]),
  });
}

/**
 * Renames a tag in the texts of the owner's unsigned publications, up to `changesPerCall` of them in a call, each in a
 * transaction of its own; or makes it a plain word. The page of a public tag leads to the new one. Readers are not told, and the
 * replaced texts stay in the history. A publication that is changed at the same moment is left for the next call.
 *
 * @param input.to null: the word stays without its sign
 * @param input.merges whether both become one where the new tag is there
 * @throws AppError VALIDATION_FAILED for a text that is no tag, and for the same tag; NOT_FOUND for one that no publication has
 */
export async function renameTag(
  context: UpdateContext,
  { tag: given, to, merges }: { tag: string; to: string | null; merges: boolean },
): Promise<TagChange> {
  const { db } = context.store;
  const { address } = await requireOwner(context);
  const tag = parseTag(given.replace(/^#/, ""));
  if (tag === null) throw new AppError("VALIDATION_FAILED", "This is not a tag.");
  const name = to === null ? null : requireTagName(to);
  const target = name === null ? null : foldMark(name);
  if (target === tag) throw new AppError("VALIDATION_FAILED", "The tag already has this name.");
  const found = await findOwnTag(db, address, tag);
  if (found === null) throw new AppError("NOT_FOUND", "None of your posts has this tag.");
  const isTaken = target !== null && !merges && (await findOwnTag(db, address, target)) !== null;
  const count = ({ drafts, local }: OwnTag) => drafts + local;
  if (isTaken) return { changed: 0, left: count(found), signed: found.signed, isTaken, spelling: null };
  const ids = await listUnsignedWithTag(db, address, { tag, after: 0, limit: changesPerCall });
  const changed: string[] = [];
  for (const id of ids) changed.push(...(await changeText(context, id, { tag, name, target })));
  const after = await findOwnTag(db, address, tag);
  return {
    changed: changed.length,
    left: after ? count(after) : 0,
    signed: found.signed,
    isTaken,
    spelling: mostFrequent(changed),
  };
}

/** The text that occurs most often, the first of several; null for none. */
function mostFrequent(texts: readonly string[]): string | null {
  const counts = Map.groupBy(texts, (text) => text);
  const [first] = [...counts].sort(([, one], [, other]) => other.length - one.length);
  return first?.[0] ?? null;
}

interface Change {
  readonly tag: string;
  /** The new tag as it is written, and folded. */
  readonly name: string | null;
  readonly target: string | null;
}

/** @returns the tag as the text wrote it; nothing where the text was not changed */
async function changeText(
  context: UpdateContext,
  id: number,
  { tag, name, target }: Change,
): Promise<[] | [spelling: string]> {
  const post = await findPublication(context.store.db, id);
  const body = post && post.state !== "signed" ? await readText(context, post) : null;
  if (!post || body === null) return [];
  const alongside = async (tx: Tx, { state }: Publication) => {
    if (state === "local" && target !== null) await moveTag(tx, tag, target);
  };
  try {
    await updatePublication(context, id, {
      body: replaceTag(body, tag, name),
      revision: post.updatedAt,
      isQuiet: true,
      keepsVersion: true,
      alongside,
    });
    await changeUnpublished(context, id, { tag, name });
    return [locateTags(body).find((found) => found.tag === tag)?.name ?? tag];
  } catch (error) {
    // Somebody writes it now, or it was signed or deleted meanwhile.
    if (hasCode(error, "CONFLICT") || hasCode(error, "NOT_FOUND")) return [];
    throw error;
  }
}

/** Changes the text that the owner has not published yet, too, so that the tag does not come back with it. */
async function changeUnpublished(
  context: UpdateContext,
  id: number,
  { tag, name }: Omit<Change, "target">,
): Promise<void> {
  const changes = await findChanges(context.store.db, id);
  const body = changes && (await readChangedText(context, changes));
  const next = body === null ? null : replaceTag(body, tag, name);
  if (!changes || next === null || next === body) return;
  await saveChanges(context, id, { body: next, revision: changes.updatedAt, keepsVersion: true });
}

async function readText(context: UpdateContext, post: Publication): Promise<string | null> {
  const size = (await findContent(context.store.db, post.contentHash))?.size ?? 0;
  return await readMarkdown(context, { ...post, size }, limits.markdownBytes);
}

/** A tag as it can stand in any text: with underscores inside alone. @throws AppError VALIDATION_FAILED */
function requireTagName(text: string): string {
  const name = text.trim().replace(/^#/, "").normalize("NFC");
  const isTag = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_]{0,62}[\p{L}\p{M}\p{N}])?$/u.test(name);
  if (isTag && /\p{L}/u.test(name) && parseTag(name) !== null) return name;
  throw new AppError(
    "VALIDATION_FAILED",
    "A tag can have up to 64 letters, digits and underscores, with at least one letter, and no underscore at its start or end.",
  );
}
