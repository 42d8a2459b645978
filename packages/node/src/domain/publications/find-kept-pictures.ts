import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { listPublicationsByHash } from "../../store/publications.ts";
import { readMarkdown } from "../contents/read-markdown.ts";
import { limits } from "../limits.ts";
import type { PublicationView } from "./describe-publications.ts";

/** In code it is a picture to this alone, which shows nothing that is not there. */
const pictures =
  /!\[[^\]]{0,2000}\]\(<?(?:https:\/\/[^/\s]{1,300})?\/ewp\/contents\/(0x[0-9a-f]{64})(?=[?#\s>)])/g;

/**
 * The hashes of the pictures that a post names by what they are (`/ewp/contents/0x…`, on whichever node) and whose bytes
 * this node keeps, each once. A file has none.
 */
export async function findKeptPictures(
  context: Pick<Context, "store" | "blobs">,
  publication: PublicationView,
): Promise<Hash[]> {
  const size = publication.size ?? 0;
  const markdown = await readMarkdown(context, { ...publication, size }, limits.markdownBytes);
  const found = [...(markdown ?? "").matchAll(pictures)].map(([, hash]) => hash as Hash);
  const named = [...new Set(found)].slice(0, limits.keptPicturesPerText);
  const kept = await Promise.all(named.map((hash) => isKept(context, hash)));
  return named.filter((_hash, index) => kept[index]);
}

async function isKept({ store }: Pick<Context, "store">, hash: Hash): Promise<boolean> {
  return (await listPublicationsByHash(store.db, hash)).some(({ timestamp }) => timestamp !== null);
}
