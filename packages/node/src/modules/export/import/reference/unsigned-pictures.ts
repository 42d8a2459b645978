import type { ReferenceFolder, ReferenceRow } from "@freehold/import";
import { parseAddress, parseHash } from "@freehold/protocol";
import { requireOwner } from "../../../../domain/profile/owner.ts";
import { CleanedPictures } from "../cleaned-pictures.ts";
import type { ImportRun } from "../import-run.ts";
import { importLimits } from "../limits.ts";
import { textOf } from "./row-fields.ts";

type RowId = ReferenceRow[string] | undefined;

/** The publications with those ids, then all others. */
export async function* inOrder(
  folder: ReferenceFolder,
  first: ReadonlySet<RowId>,
): AsyncGenerator<ReferenceRow> {
  if (first.size > 0) for await (const row of folder.rows("publications")) if (first.has(row.id)) yield row;
  for await (const row of folder.rows("publications")) if (!first.has(row.id)) yield row;
}

/**
 * Finds the owner's unsigned files, which are imported before the texts that name them, and the pictures among them that are
 * signed, too, or that signed posts name by their hash.
 */
export async function findUnsignedPictures(run: ImportRun, folder: ReferenceFolder, nodeUrl: string | null) {
  const own = await requireOwner(run.context);
  const pictures = new CleanedPictures(run, [own.url, nodeUrl ?? own.url, ...own.earlierUrls]);
  const first = new Set<RowId>();
  async function* contents({ isSigned }: { isSigned: boolean }) {
    let read = 0;
    for await (const row of folder.rows("publications")) {
      run.signal?.throwIfAborted();
      if (read++ >= importLimits.entries) return;
      const isOwn = parseAddress(textOf(row.author_address) ?? "") === run.self;
      const hash = parseHash(textOf(row.content_hash) ?? "");
      if (!isOwn || hash === null || (textOf(row.signature) !== null) !== isSigned) continue;
      const content = await folder.content(hash);
      if (content)
        yield { id: row.id, hash, isFile: content.type !== "POST", body: textOf(content.body) ?? "" };
    }
  }
  if (run.keepMetadata) return { pictures, first };
  for await (const { id, hash, isFile } of contents({ isSigned: false })) {
    if (!isFile) continue;
    pictures.announce(hash);
    first.add(id);
  }
  if (first.size === 0) return { pictures, first };
  for await (const { hash, isFile, body } of contents({ isSigned: true }))
    if (isFile) pictures.keep(hash);
    else pictures.keepNamedIn(body);
  return { pictures, first };
}
