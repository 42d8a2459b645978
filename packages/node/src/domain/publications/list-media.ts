import type { Context } from "../../context.ts";
import { requireOwner } from "../installation/require-owner.ts";
import type { Page, PageRequest } from "../paging/page.ts";
import type { PublicationView } from "./describe-publications.ts";
import { readTimelinePage } from "./read-timeline-page.ts";

/** A file of the owner's, and where a browser gets it on this node. */
export interface MediaView extends PublicationView {
  /** The bytes; null for a draft, which nothing serves. */
  path: string | null;
  /** Smaller ones by height (200, 400, 800 pixels); of a signed picture alone. */
  thumbnails: { sm: string; md: string; lg: string } | null;
}

/**
 * A page of the owner's files in every state, newest first. For the owner.
 *
 * @throws DomainError VALIDATION_FAILED as `readTimelinePage`, NOT_INSTALLED
 */
export async function listMedia(
  context: Pick<Context, "store">,
  page: PageRequest,
): Promise<Page<MediaView>> {
  const own = await requireOwner(context);
  const found = await readTimelinePage(context, {
    ...page,
    caller: { kind: "client", tokenId: "" },
    publisher: own.address,
    kinds: ["FILE"],
    states: ["draft", "local", "signed"],
  });
  return { ...found, items: found.items.map((view) => ({ ...view, ...pathsOf(view) })) };
}

/** The formats that thumbnails are made of; all others are served as they are. */
const pictures = new Set(["image/jpeg", "image/png", "image/webp"]);

function pathsOf({ id, state, contentHash, timestamp, mediaType }: PublicationView) {
  if (state === "draft") return { path: null, thumbnails: null };
  if (state === "local") return { path: `/publications/${id}/file`, thumbnails: null };
  const path = `/ewp/contents/${contentHash}?timestamp=${timestamp}`;
  if (!pictures.has(mediaType)) return { path, thumbnails: null };
  const small = (size: string) => `${path}&thumb=${size}`;
  return { path, thumbnails: { sm: small("sm"), md: small("md"), lg: small("lg") } };
}
