import { type UnweighedPost, weighPosts } from "../balance/weighed-posts.ts";
import { ImportError } from "../errors.ts";
import type { ImportAuthor, ImportedPost, ImportRefusal, ImportSource, SourceFormat } from "../source.ts";
import type { OpenedExport } from "./opened-export.ts";

/** A source that gives these entries; its archive is closed with it. */
export function sourceOf(
  opened: Pick<OpenedExport, "close">,
  {
    format,
    count,
    site = null,
    authors = () => [],
    read,
  }: {
    format: SourceFormat;
    count: number | null;
    site?: string | null;
    authors?: () => readonly ImportAuthor[];
    read: () => AsyncIterable<UnweighedPost | ImportRefusal>;
  },
): ImportSource {
  async function* entries(signal?: AbortSignal): AsyncGenerator<ImportedPost | ImportRefusal> {
    for await (const entry of weighPosts(read())) {
      signal?.throwIfAborted();
      yield entry;
    }
  }
  return { format, count, site, authors: async () => authors(), entries, close: () => opened.close() };
}

/** Adds what is said of a file to the first post that it holds. */
export async function* withNotesOfFile(
  entries: AsyncIterable<UnweighedPost | ImportRefusal>,
  notes: readonly string[],
): AsyncGenerator<UnweighedPost | ImportRefusal> {
  let ofFile = notes;
  for await (const entry of entries) {
    if ("why" in entry) yield entry;
    else {
      yield { ...entry, notes: [...ofFile, ...entry.notes] };
      ofFile = [];
    }
  }
}

/** @returns a refusal for a post that can't be converted; @throws any other error */
export function refusalOf(key: string, title: string, error: unknown): ImportRefusal {
  if (!(error instanceof ImportError)) throw error;
  return { key, title, why: error.message };
}
