import type { Context } from "../../context.ts";
import { AppError, msg } from "../../errors/errors.ts";
import type { Tx } from "../../store/database.ts";
import { lockPublication } from "../../store/publications/lock-publication.ts";
import {
  findPublication,
  type Publication,
  type PublicationPatch,
  updatePublication,
} from "../../store/publications/publications.ts";
import type { Caller } from "../access/callers.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";
import { publishCover } from "./texts/publish-cover.ts";
import { requireOwn, requireReferable } from "./visible.ts";

/** How the owner's site shows a post. None of it is signed. Absent fields stay as they are; null clears one. */
interface Presentation {
  /** A summary in plain text, in the place of the text's opening. */
  excerpt?: string | null;
  /** The id of an own picture. */
  cover?: number | null;
  /** A page such as "About": at its own address and in the menu, but in no list of posts. */
  isPage?: boolean;
}

/** The formats that browsers show. */
const pictureTypes = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]);

/**
 * Changes how a post of this owner is shown, in any state; a draft's cover is published with it. It is not a new revision:
 * an editor that has the text open can continue.
 *
 * @param caller who refers to the cover; null for the owner's own command line
 * @throws AppError NOT_FOUND (the post or the cover), VALIDATION_FAILED (a file, a long excerpt, a cover that is not a
 *   picture)
 */
export async function presentPublication(
  context: Pick<Context, "store" | "clock" | "owner">,
  id: number,
  { excerpt, cover, isPage }: Presentation,
  caller: Caller | null = null,
): Promise<Publication> {
  const own = await requireOwner(context);
  const text = excerpt === undefined ? undefined : cleanExcerpt(excerpt);
  return await context.store.transaction(async (tx) => {
    await lockPublication(tx, id);
    const before = requireOwn(await findPublication(tx, id), own.address, id);
    if (before.kind !== "POST") {
      throw new AppError("VALIDATION_FAILED", "Only posts can have an excerpt or a cover, or be a page.");
    }
    const shown: Pick<PublicationPatch, "excerpt" | "coverHash" | "isPage"> = {
      ...(text !== undefined && { excerpt: text }),
      ...(cover !== undefined && { coverHash: await findCover(tx, before, cover, caller) }),
      ...(isPage !== undefined && { isPage: isPage ? 1 : 0 }),
    };
    const fields = ["excerpt", "coverHash", "isPage"] as const;
    const isOther = fields.some((field) => shown[field] !== undefined && shown[field] !== before[field]);
    const isShown = isOther && before.publishedAt !== null;
    const patch: PublicationPatch = { ...shown, ...(isShown && { modifiedAt: context.clock.now() }) };
    await updatePublication(tx, id, patch);
    const after = { ...before, ...patch };
    await publishCover(tx, after, context.clock.now());
    return after;
  });
}

/** One paragraph; null for an empty one. @throws AppError VALIDATION_FAILED */
export function cleanExcerpt(excerpt: string | null): string | null {
  const text = (excerpt ?? "").replace(/\s+/g, " ").trim();
  // PostgreSQL can't store NUL in a text.
  if (text.includes("\0"))
    throw new AppError("VALIDATION_FAILED", "An excerpt can't contain NUL characters.");
  if ([...text].length > limits.excerptLength) {
    throw new AppError(
      "VALIDATION_FAILED",
      msg`An excerpt can have up to ${limits.excerptLength} characters.`,
    );
  }
  return text === "" ? null : text;
}

async function findCover(
  tx: Tx,
  { publisherAddress: self }: Publication,
  id: number | null,
  caller: Caller | null,
): Promise<Publication["contentHash"] | null> {
  if (id === null) return null;
  const picture = await requireReferable(tx, id, { self, caller });
  if (picture.kind === "FILE" && pictureTypes.has(picture.mediaType)) return picture.contentHash;
  throw new AppError("VALIDATION_FAILED", "A cover must be a picture: JPEG, PNG, WebP, GIF or AVIF.");
}

/** One line of an excerpt that another program had, up to the longest; null for none. */
export function cutExcerpt(excerpt: string | null): string | null {
  const line = (excerpt ?? "")
    .slice(0, 4 * limits.excerptLength)
    .replaceAll("\0", "")
    .replace(/\s+/g, " ")
    .trim();
  const letters = [...line];
  if (letters.length <= limits.excerptLength) return line === "" ? null : line;
  return `${letters.slice(0, limits.excerptLength - 1).join("")}…`;
}
