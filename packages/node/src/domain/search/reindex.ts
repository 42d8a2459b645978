import { setImmediate } from "node:timers/promises";
import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { Tx } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import {
  findPublication,
  listPublicationsAfter,
  lockPublication,
  type Publication,
} from "../../store/publications.ts";
import { indexPublication } from "./index-documents.ts";
import type { SearchableText } from "./searchable-text.ts";
import { readSearchableText } from "./searchable-text.ts";

// Not a limit: a batch size.
/** Raised whenever the terms of a text become others; every publication is then indexed anew. */
const indexVersion = 1;
const progressKey = "search_progress";
/** So many texts, of 128 KiB at the most, are read and written at a time. */
const batch = 20;

/**
 * Indexes what was here before there was a search, or before its terms were what they are: walks all publications by
 * id, a few in a transaction, and notes how far it came, so that it goes on there after a stop. Once it is through, it is
 * no work at all. What is created or changed meanwhile is indexed by that.
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
    const publications = own ? await listPublicationsAfter(store.db, after, batch) : [];
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

/** Null when all is done; else the id behind which to go on. */
function parseProgress(progress: string | null): number | null {
  const [version, place] = progress?.split(":") ?? [];
  if (version !== String(indexVersion)) return 0;
  return place === "done" ? null : Number(place);
}

/** Not with a text that is no longer its own, or when it is gone. */
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
