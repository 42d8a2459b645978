import type { Hash } from "@freehold/protocol";
import { limits } from "../limits.ts";

/** The end of the words of a link or a picture, and its address. Each try is bounded, for a text may be anybody's. */
const targets = /\]\(<?(?:https:\/\/[^/\s]{1,300})?\/ewp\/contents\/(0x[0-9a-f]{64})(?=[?#\s>)])/g;
const longestWords = 2_000;

/**
 * The hashes of the pictures that a text names by what they are (`/ewp/contents/0x…`, on whichever node), each once. In
 * code it is a picture to this alone, which shows nothing that is not there.
 *
 * @param markdown of anybody
 */
export function findNamedPictures(markdown: string): Hash[] {
  const found = markdown.matchAll(targets).take(limits.keptPicturesPerText);
  const pictures = found.filter(({ index }) =>
    isPicture(markdown.slice(Math.max(0, index - longestWords), index)),
  );
  return [...new Set(pictures.map(([, hash]) => hash as Hash))];
}

/** Whether what stands before an address is the words of a picture. */
function isPicture(before: string): boolean {
  const begin = before.lastIndexOf("![");
  return begin !== -1 && !before.includes("](", begin);
}
