import { type ContentQuery, EwpError, type Hash, type ThumbnailSize } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { PublicPost } from "../../store/public-posts.ts";
import { findSignedPublication, type Publication } from "../../store/publications.ts";
import type { Caller } from "../access/callers.ts";
import type { PublicationView } from "../publications/view.ts";
import { findVisiblePublication, findVisibleReplica } from "../publications/visible.ts";

/** Content to serve. `publication` is signed, so `timestamp` and `signature` are there. */
export interface OpenContent extends OpenBytes {
  publication: Publication;
  /** Base URL of this node, for the canonical link. */
  nodeUrl: string;
}

/**
 * Opens the bytes of a signed publication of this node's owner (specification 4.4); nothing else is served under a
 * hash, and not a replica.
 *
 * @throws EwpError CONTENT_NOT_FOUND
 */
export async function openContent(
  context: Pick<Context, "store" | "blobs" | "thumbnails" | "owner">,
  { contentHash, timestamp, thumb }: ContentQuery,
): Promise<OpenContent> {
  const { store } = context;
  const own = await context.owner.get();
  const publication = own && (await findSignedPublication(store.db, own.address, contentHash, timestamp));
  if (!publication) throw new EwpError("CONTENT_NOT_FOUND");
  const bytes = await openBytes(context, publication, thumb);
  if (!bytes) throw new EwpError("CONTENT_NOT_FOUND", "The bytes of this publication are missing here.");
  return { publication, nodeUrl: own.url, ...bytes };
}

/** Content that its caller may see, in whatever state and whose ever it is. */
export interface VisibleContent extends OpenBytes {
  publication: PublicationView;
}

/**
 * Opens the bytes of a publication, or those with a hash, that the caller may see: of a draft for the owner's session alone, of somebody who is
 * followed for whoever may read the timeline.
 *
 * @returns null when there is none, for this caller, and when its bytes are missing
 */
export async function openVisibleContent(
  context: Pick<Context, "store" | "blobs" | "thumbnails" | "owner">,
  { key, thumb }: { key: { id: number } | { contentHash: Hash }; thumb: ThumbnailSize | null },
  caller: Caller,
): Promise<VisibleContent | null> {
  const publication =
    (await findVisiblePublication(context, key, caller)) ??
    ("contentHash" in key ? await findVisibleReplica(context, key.contentHash, caller) : null);
  const bytes = publication && (await openBytes(context, publication, thumb));
  return publication && bytes && { publication, ...bytes };
}

/** Bytes to serve: those of a publication, or a thumbnail of them. */
export interface OpenBytes {
  /** Of what is served. */
  mediaType: string;
  /** Bytes. */
  size: number;
  /** The thumbnail's size when it is one. */
  thumb: ThumbnailSize | null;
  /** Streams the bytes, or an inclusive range of them. */
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/**
 * Opens the bytes of a publication: a thumbnail where one is asked for and can be made, else the original (decisions 5).
 *
 * @returns null when they are missing here
 */
async function openBytes(
  { blobs, thumbnails }: Pick<Context, "blobs" | "thumbnails">,
  { kind, contentHash, mediaType }: Pick<Publication, "kind" | "contentHash" | "mediaType">,
  thumb: ThumbnailSize | null,
): Promise<OpenBytes | null> {
  const size = await blobs.size(contentHash);
  if (size === null) return null;
  const small = thumb && kind === "FILE" ? await thumbnails.open(contentHash, thumb, mediaType) : null;
  if (small) {
    return { thumb, size: small.size, mediaType: small.mediaType, open: (range) => small.read(range) };
  }
  return { thumb: null, size, mediaType, open: (range) => blobs.read(contentHash, range) };
}

/** Bytes to be served. */
export interface LocalContent {
  /** Bytes. */
  readonly size: number;
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/** The bytes of a post that is only here, for readers of this site; null when they are missing. */
export async function openLocalContent(
  { blobs }: Pick<Context, "blobs">,
  { contentHash }: Pick<PublicPost, "contentHash">,
): Promise<LocalContent | null> {
  const size = await blobs.size(contentHash);
  return size === null ? null : { size, open: (range) => blobs.read(contentHash, range) };
}

/**
 * The text of a Markdown post; null for a file, for a text of more than `maxBytes`, and for bytes that are missing.
 */
export async function readMarkdown(
  { blobs }: Pick<Context, "blobs">,
  { kind, contentHash, size }: Pick<PublicPost, "kind" | "contentHash" | "size">,
  maxBytes: number,
): Promise<string | null> {
  if (kind !== "POST" || size > maxBytes) return null;
  const bytes = await blobs.readAll(contentHash, maxBytes).catch(() => null);
  return bytes && new TextDecoder().decode(bytes);
}
