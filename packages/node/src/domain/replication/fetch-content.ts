import { type Address, type Hash, joinNodeUrl, PeerError } from "@freehold/protocol";
import { sniffMediaType } from "../../blobs/sniff-media-type.ts";
import type { Context } from "../../context.ts";
import { AppError, type ErrorCode, hasCode } from "../../errors/errors.ts";
import type { PublicationKind } from "../../store/tables/publications.ts";
import { limits } from "../limits.ts";
import { peekHead } from "../publications/content-bytes.ts";
import { isSlug } from "../publications/create.ts";
import { readSearchableText, type SearchableText } from "../search/searchable-text.ts";

/** What is to be fetched: a verified proof. */
export interface WantedContent {
  publisherAddress: Address;
  contentHash: Hash;
  timestamp: number;
}

/** Bytes that are in the blobs now, with what their publisher says about them. */
export interface FetchedContent {
  kind: PublicationKind;
  hash: Hash;
  /** Bytes. */
  size: number;
  mediaType: string;
  filename: string | null;
  description: string | null;
  slug: string | null;
  /** What of it can be found. */
  text: SearchableText;
}

/** Why content that a peer served is not taken; the message is a sentence for the owner. */
export const contentCodes = [
  "CONTENT_MISMATCH",
  "CONTENT_BROKEN_OFF",
  "CONTENT_TOO_LARGE",
  "CONTENT_NOT_TEXT",
  "CONTENT_NO_DESCRIPTION",
] as const satisfies readonly ErrorCode[];

/** The limit is looked after here, where a refusal can name both sizes. */
const anySize = Number.MAX_SAFE_INTEGER;

/**
 * Fetches a publication's content from its publisher's node into the blobs, hashed on the way (decisions 5). A POST is what
 * is served as Markdown and without a caption, which only files have; a file's type is looked up in its bytes.
 *
 * @param options.describedFiles a FILE without a caption is not taken (specification 4.9)
 * @throws PeerError when the node does not serve it; AppError CONTENT_… when what it serves is not taken
 */
export async function fetchContent(
  { peers, blobs, config }: Pick<Context, "peers" | "blobs" | "config">,
  url: string,
  { contentHash, timestamp }: WantedContent,
  options: { describedFiles?: boolean; signal?: AbortSignal } = {},
): Promise<FetchedContent> {
  const { describedFiles = false } = options;
  const maxBytes = config.maxContentBytes;
  // Ends the reply also where nobody began to read it.
  const giveUp = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, giveUp.signal]) : giveUp.signal;
  const reply = await peers.at(url).content(contentHash, { timestamp, maxBytes: anySize, signal });
  try {
    if (reply.length !== null && reply.length > maxBytes) throw tooLarge(maxBytes, reply.length);
    const kind = isMarkdown(reply.mediaType) && reply.description === null ? "POST" : "FILE";
    if (kind === "FILE" && describedFiles && reply.description === null) {
      throw new AppError("CONTENT_NO_DESCRIPTION", "the file comes without its description");
    }
    const { head, source } = await peekHead(reply.body);
    const text = watchText(source);
    const bytes = kind === "POST" ? text.source : source;
    const stored = await blobs.put(bytes, { maxBytes, expected: contentHash, signal });
    if (kind === "POST" && !text.isText())
      throw new AppError("CONTENT_NOT_TEXT", "the post is not UTF-8 text");
    const filename = kind === "POST" ? null : cleanFilename(reply.filename);
    const description = kind === "POST" ? null : cleanDescription(reply.description);
    return {
      kind,
      ...stored,
      filename,
      mediaType: kind === "POST" ? "text/markdown" : await sniffMediaType(head, reply.mediaType, filename),
      description,
      slug: slugOfLink(reply.canonical, url),
      text: await readSearchableText({ blobs }, { kind, contentHash, filename, description }),
    };
  } catch (error) {
    giveUp.abort();
    throw inWords(error, { maxBytes, length: reply.length });
  }
}

/** The failures of a body, once its head was fine: they are about this content, not about the way to the peer. */
function inWords(error: unknown, { maxBytes, length }: { maxBytes: number; length: number | null }): unknown {
  const options = { cause: error };
  if (hasCode(error, "BLOB_TOO_LARGE")) return tooLarge(maxBytes, length);
  if (hasCode(error, "BLOB_MISMATCH")) return new AppError("CONTENT_MISMATCH", mismatch, options);
  if (!(error instanceof PeerError)) return error;
  if (error.code === "CONTENT_HASH_MISMATCH") return new AppError("CONTENT_MISMATCH", mismatch, options);
  return new AppError("CONTENT_BROKEN_OFF", "the content broke off half-way", options);
}

const mismatch = "the bytes that its node serves are not those that were signed";

function tooLarge(maxBytes: number, length: number | null): AppError {
  const size = length === null || length <= maxBytes ? "larger" : `${length} bytes`;
  return new AppError(
    "CONTENT_TOO_LARGE",
    `the content is ${size}, and this node takes up to ${maxBytes} bytes`,
  );
}

function isMarkdown(mediaType: string): boolean {
  return mediaType.split(";", 1)[0]?.trim().toLowerCase() === "text/markdown";
}

/** Passes bytes through and notes whether they are UTF-8. It decides nothing: first the hash must be right. */
function watchText(source: AsyncIterable<Uint8Array>): {
  source: AsyncIterable<Uint8Array>;
  isText(): boolean;
} {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let valid = true;
  const decode = (chunk?: Uint8Array) => {
    if (!valid) return;
    try {
      if (chunk) decoder.decode(chunk, { stream: true });
      else decoder.decode();
    } catch {
      valid = false;
    }
  };
  async function* watched() {
    for await (const chunk of source) {
      decode(chunk);
      yield chunk;
    }
    decode();
  }
  return { source: watched(), isText: () => valid };
}

/** The last part of a path, without control characters; null when nothing is left. */
function cleanFilename(filename: string | null): string | null {
  const name = filename?.split(/[/\\]/).at(-1)?.replace(/\p{C}/gu, "").trim() ?? "";
  return name === "" || name === "." || name === ".." ? null : cut(name, limits.filenameLength);
}

/** PostgreSQL takes no NUL in a text, and nobody can read the other control characters. */
function cleanDescription(description: string | null): string | null {
  const text = description?.replace(/\p{Cc}/gu, (character) => (/\s/.test(character) ? character : "")) ?? "";
  return text === "" ? null : cut(text, limits.descriptionLength);
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join("");
}

/**
 * The slug in a canonical link, which is how a slug travels (decisions 5): `{node}/slug/{slug}`.
 *
 * @param canonical the link's target, absolute or relative to the node
 * @param nodeUrl the publisher's base URL; a link to anywhere else says nothing
 */
export function slugOfLink(canonical: string | null, nodeUrl: string): string | null {
  if (canonical === null || canonical.length > limits.slugLinkLength) return null;
  const base = joinNodeUrl(nodeUrl, "/slug/");
  const link = URL.parse(canonical, base);
  const pages = new URL(base);
  if (link?.origin !== pages.origin || !link.pathname.startsWith(pages.pathname)) return null;
  return parseSlug(decodeText(link.pathname.slice(pages.pathname.length)));
}

/** A peer's word for a slug, or null when it is none. */
export function parseSlug(text: string | null): string | null {
  return text !== null && isSlug(text) ? text : null;
}

function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
