import { type ContentQuery, EwpError } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findOwnProfile } from "../../store/profiles.ts";
import { findSignedPublication, type Publication } from "../../store/publications.ts";
import { type OpenBytes, openBytes } from "./open-bytes.ts";

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
  context: Pick<Context, "store" | "blobs" | "thumbnails">,
  { contentHash, timestamp, thumb }: ContentQuery,
): Promise<OpenContent> {
  const { store } = context;
  const own = await findOwnProfile(store.db);
  const publication = own && (await findSignedPublication(store.db, own.address, contentHash, timestamp));
  if (!publication) throw new EwpError("CONTENT_NOT_FOUND");
  const bytes = await openBytes(context, publication, thumb);
  if (!bytes) throw new EwpError("CONTENT_NOT_FOUND", "The bytes of this publication are missing here.");
  return { publication, nodeUrl: own.url, ...bytes };
}
