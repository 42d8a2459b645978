import { isUtf8 } from "node:buffer";
import { joinNodeUrl, type Meanings, PeerError } from "@freehold/protocol";
import { decodeUriPart } from "@freehold/protocol/internal";
import { sniffMediaType } from "../../blobs/sniff-media-type.ts";
import { untilAborted } from "../../blobs/until-aborted.ts";
import type { Context } from "../../context.ts";
import { AppError, type ErrorCode, hasCode, msg } from "../../errors/errors.ts";
import type { PublicationKind } from "../../store/tables/publications.ts";
import { peekHead } from "../contents/content-bytes.ts";
import { limits } from "../limits.ts";
import { isSlug } from "../publications/slug-names.ts";
import { readSearchableText } from "../search/searchable-text.ts";

const slugLinkLength = 4_096; // the link in which a peer's slug comes

/** A content of a peer with the publisher's description of it; `bytes` of a small one, which the caller has yet to write. */
export type FetchedContent = Awaited<ReturnType<typeof fetchContent>>;

/** Why content from a peer is refused; the message is a sentence for the owner. */
export const contentCodes = [
  "CONTENT_MISMATCH",
  "CONTENT_BROKEN_OFF",
  "CONTENT_TOO_LARGE",
  "CONTENT_NOT_TEXT",
  "CONTENT_NO_DESCRIPTION",
] as const satisfies readonly ErrorCode[];

/** This file checks the limit itself, so that the error names both sizes. */
const anySize = Number.MAX_SAFE_INTEGER;

/**
 * Fetches a publication's content from its publisher's node, and hashes it meanwhile (decisions 5): a small one into memory, a
 * large one into the blobs. A POST is Markdown without a caption; everything else is a FILE, whose bytes decide its media type.
 *
 * @param options.describedFiles refuse a FILE without a caption (specification 4.9)
 * @throws PeerError when the node does not serve it; AppError CONTENT_… when the content is refused
 */
export async function fetchContent(
  { peers, blobs, config }: Pick<Context, "peers" | "blobs" | "config">,
  url: string,
  { contentHash, timestamp }: Meanings["StatementOfSource"],
  options: { describedFiles?: boolean; signal?: AbortSignal } = {},
) {
  const { describedFiles = false, signal } = options;
  const maxBytes = config.maxContentBytes;
  const call = { timestamp, maxBytes: anySize, ...(signal && { signal }) };
  const reply = await peers.at(url).content(contentHash, call);
  try {
    if (reply.length !== null && reply.length > maxBytes) throw tooLarge(maxBytes, reply.length);
    const isPost = isMarkdown(reply.mediaType) && reply.description === null;
    const kind: PublicationKind = isPost ? "POST" : "FILE";
    if (!isPost && describedFiles && reply.description === null) {
      throw new AppError("CONTENT_NO_DESCRIPTION", "the file comes without its description");
    }
    const peeked = Math.min(limits.pulledTogetherBytes, maxBytes);
    const { head, source, isWhole } = await peekHead(untilAborted(reply.body, signal), peeked);
    const text = isWhole ? null : watchText(source);
    const stored = text
      ? await blobs.put(isPost ? text.source : source, {
          maxBytes,
          expected: contentHash,
          ...(signal && { signal }),
        })
      : { hash: contentHash, size: head.length };
    if (isPost && !(text ? text.isText() : isUtf8(head)))
      throw new AppError("CONTENT_NOT_TEXT", "the post is not UTF-8 text");
    const bytes = isWhole ? head : null;
    const filename = isPost ? null : cleanFilename(reply.filename);
    const description = isPost ? null : cleanDescription(reply.description);
    return {
      kind,
      ...stored,
      bytes,
      filename,
      mediaType: isPost ? "text/markdown" : await sniffMediaType(head, reply.mediaType, filename),
      description,
      slug: slugOfLink(reply.canonical, url),
      text: await readSearchableText({ blobs }, { kind, contentHash, filename, description }, bytes),
    };
  } catch (error) {
    // Ends the reply also where nobody began to read it; one that hangs may never answer.
    reply.body[Symbol.asyncIterator]()
      .return?.()
      .catch(() => {});
    throw toContentError(error, { maxBytes, length: reply.length });
  }
}

/** Failures of a body after a good head concern this content, not the connection to the peer. */
function toContentError(
  error: unknown,
  { maxBytes, length }: { maxBytes: number; length: number | null },
): unknown {
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
    msg`the content is ${size}, and this node accepts up to ${maxBytes} bytes`,
  );
}

function isMarkdown(mediaType: string): boolean {
  return mediaType.split(";", 1)[0]?.trim().toLowerCase() === "text/markdown";
}

/** Passes bytes through, and remembers whether they are UTF-8. It does not fail, because the hash is checked first. */
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

/** The last segment of a path, without control characters; null for an empty one. */
function cleanFilename(filename: string | null): string | null {
  const name = filename?.split(/[/\\]/).at(-1)?.replace(/\p{C}/gu, "").trim() ?? "";
  return name === "" || name === "." || name === ".." ? null : cut(name, limits.filenameLength);
}

/** Removes control characters: PostgreSQL can't store NUL, and the others are invisible. */
function cleanDescription(description: string | null): string | null {
  const text = description?.replace(/\p{Cc}/gu, (character) => (/\s/.test(character) ? character : "")) ?? "";
  return text === "" ? null : cut(text, limits.descriptionLength);
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join("");
}

/**
 * The slug in a canonical link, `{node}/slug/{slug}` (decisions 5).
 *
 * @param canonical the link's target, absolute or relative to the node
 * @returns null for a link to another node
 */
export function slugOfLink(canonical: string | null, nodeUrl: string): string | null {
  if (canonical === null || canonical.length > slugLinkLength) return null;
  const base = joinNodeUrl(nodeUrl, "/slug/");
  const link = URL.parse(canonical, base);
  const pages = new URL(base);
  if (link?.origin !== pages.origin || !link.pathname.startsWith(pages.pathname)) return null;
  return parseSlug(decodeUriPart(link.pathname.slice(pages.pathname.length)));
}

/** A slug from a peer, or null for an invalid one. */
export function parseSlug(text: string | null): string | null {
  return text !== null && isSlug(text) ? text : null;
}
