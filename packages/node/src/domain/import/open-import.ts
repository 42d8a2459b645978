import type { ImportFormatReader, ImportSource } from "./source.ts";

/** The formats in the order in which they are tried. The last one takes most. */
const readers: readonly (() => Promise<Pick<ImportFormatReader, "open">>)[] = [
  async () => ({ open: (await import("./formats/open-export.ts")).openExport }),
  async () => (await import("./markdown/markdown-format.ts")).markdownFormat,
];

/**
 * Opens what another program wrote, whichever it is.
 *
 * @returns null where no format is recognised
 * @throws AppError IMPORT_INVALID for a file or archive that is broken
 */
export async function openSource(path: string): Promise<ImportSource | null> {
  for (const load of readers) {
    const source = await (await load()).open(path);
    if (source) return source;
  }
  return null;
}
