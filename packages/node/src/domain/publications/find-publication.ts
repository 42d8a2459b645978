import { parseHash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findOwnProfile } from "../../store/profiles.ts";
import {
  findPublicationBySlug,
  findPublication as findPublicationRow,
  listPublicationsByHash,
  type Publication,
} from "../../store/publications.ts";
import type { PublicationState } from "../../store/tables/publications.ts";
import { isSlug } from "./check-words.ts";

/** What readers see comes first: a draft of the same words must not take its page away. */
const order: readonly PublicationState[] = ["signed", "local", "draft"];

/**
 * Finds one of this owner's publications by id, slug or content hash. A hash stands for the newest with that
 * content, a signed one before a local one, and a draft last.
 *
 * @param key `{ id }`, `{ slug }` or `{ contentHash }`
 */
export async function findPublication(
  { store }: Pick<Context, "store">,
  key: { id: number } | { slug: string } | { contentHash: string },
): Promise<Publication | null> {
  const own = await findOwnProfile(store.db);
  if (!own) return null;
  if ("slug" in key) {
    return isSlug(key.slug) ? await findPublicationBySlug(store.db, own.address, key.slug) : null;
  }
  if ("id" in key) {
    const found = await findPublicationRow(store.db, key.id);
    return found?.publisherAddress === own.address ? found : null;
  }
  const contentHash = parseHash(key.contentHash);
  const found = contentHash ? await listPublicationsByHash(store.db, contentHash) : [];
  const mine = found.filter((row) => row.publisherAddress === own.address).sort((a, b) => b.id - a.id);
  const [first = null] = mine.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return first;
}
