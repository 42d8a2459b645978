import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { PublicationKind } from "../../store/tables/publications.ts";
import { limits } from "../limits.ts";
import { readMarkdownText } from "./read-markdown-text.ts";
import type { SearchableText } from "./searchable-text.ts";

/** What a publication is, as far as its words go. */
export interface PublicationWords {
  readonly kind: PublicationKind;
  readonly contentHash: Hash;
  readonly filename: string | null;
  readonly description: string | null;
}

/**
 * Reads what of a publication can be found, before the transaction that indexes it: of a POST the beginning of its
 * text, of a FILE its name and its caption. Missing bytes have no words.
 */
export async function readSearchableText(
  { blobs }: Pick<Context, "blobs">,
  { kind, contentHash, filename, description }: PublicationWords,
): Promise<SearchableText> {
  if (kind === "FILE") {
    return { title: clean(filename ?? ""), body: clean(description ?? ""), tags: [], mentions: [] };
  }
  return readMarkdownText(await readBeginning(blobs, contentHash));
}

async function readBeginning(blobs: Context["blobs"], hash: Hash): Promise<string> {
  const size = await blobs.size(hash);
  if (size === null || size === 0) return "";
  const decoder = new TextDecoder();
  let text = "";
  const end = Math.min(size, limits.searchedBytes) - 1;
  for await (const chunk of blobs.read(hash, { start: 0, end }))
    text += decoder.decode(chunk, { stream: true });
  return text;
}

/** PostgreSQL takes no NUL in a text. */
function clean(text: string): string {
  return text.replaceAll("\0", "");
}
