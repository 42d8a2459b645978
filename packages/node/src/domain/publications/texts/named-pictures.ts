import type { Hash } from "@freehold/protocol";
import type { Context } from "../../../context.ts";
import { findSignedHashes } from "../../../store/publications/signed-publications.ts";
import { limits } from "../../limits.ts";

/** The end of a link's text or a picture's alt text, and its target. All repetitions are bounded against hostile texts. */
const targets = /\]\(<?(?:https:\/\/[^/\s]{1,300})?\/ewp\/contents\/(0x[0-9a-f]{64})(?=[?#\s>)])/g;
// How far back the alt text is searched
const longestAltText = 2_000;

/**
 * The hashes of the pictures in a Markdown text that are named by hash (`/ewp/contents/0x…` on any node), each once. It
 * also finds pictures inside code, which is harmless: nothing shows them.
 */
export function findNamedPictures(markdown: string): Hash[] {
  const found = markdown.matchAll(targets).take(limits.storedPicturesPerText);
  const pictures = found.filter(({ index }) =>
    isPicture(markdown.slice(Math.max(0, index - longestAltText), index)),
  );
  return [...new Set(pictures.map(([, hash]) => hash as Hash))];
}

/** Whether the text before a target is the alt text of a picture. */
function isPicture(before: string): boolean {
  const begin = before.lastIndexOf("![");
  return begin !== -1 && !before.includes("](", begin);
}

/** The hashes that belong to a stored signed publication of any publisher. */
export function findStoredHashes(
  { store }: Pick<Context, "store">,
  hashes: readonly Hash[],
): Promise<ReadonlySet<Hash>> {
  return findSignedHashes(store.db, hashes);
}
