import { setImmediate } from "node:timers/promises";
import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { Tx } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import { lockPublication } from "../../store/publications/lock-publication.ts";
import {
  findPublication,
  listPublicationsAfter,
  type Publication,
} from "../../store/publications/publications.ts";
import { indexPublication } from "./index-documents.ts";
import { readSearchableText, type SearchableText } from "./searchable-text.ts";

/** Raised when the terms of a text or their place in time change; every publication is then indexed again. */
const indexVersion = 4;
const progressKey = "search_progress";
/** How many texts, of up to 128 KiB each, are in memory at a time. */
const batch = 20;

/**
 * Indexes the publications of older versions: reads all by id, a few in a transaction, and saves its progress, so that it
 * continues there after a stop. Once it is done, it does nothing.
 *
 * @returns how many were indexed
 */
export async function reindexPublications(
  { store, owner, blobs, log }: Pick<Context, "store" | "blobs" | "log" | "owner">,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  for (;;) {
    const after = parseProgress(await readMeta(store.db, progressKey));
    if (after === null || signal?.aborted) return count;
    const own = await owner.get();
    const publications = own ? await listPublicationsAfter(store.db, after, { limit: batch }) : [];
    const texts: SearchableText[] = [];
    for (const publication of publications) texts.push(await readSearchableText({ blobs }, publication));
    await store.transaction(async (tx) => {
      for (const [index, text] of texts.entries())
        await indexAgain(tx, own?.address, publications[index], text);
      await writeMeta(tx, progressKey, `${indexVersion}:${publications.at(-1)?.id ?? "done"}`);
    });
    count += publications.length;
    if (publications.length === 0 && count > 0)
      log.info({ count }, "publications were indexed for the search");
    await setImmediate();
  }
}

/** The id of the last indexed publication; null when all are done. */
function parseProgress(progress: string | null): number | null {
  const [version, last] = progress?.split(":") ?? [];
  if (version !== String(indexVersion)) return 0;
  return last === "done" ? null : Number(last);
}

/** Skips a publication that was deleted or got another text meanwhile. */
async function indexAgain(
  tx: Tx,
  self: Address | undefined,
  before: Publication | undefined,
  text: SearchableText,
): Promise<void> {
  if (!self || !before || !(await lockPublication(tx, before.id))) return;
  const publication = await findPublication(tx, before.id);
  if (publication?.contentHash === before.contentHash) await indexPublication(tx, self, publication, text);
}
