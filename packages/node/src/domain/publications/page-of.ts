import { joinNodeUrl } from "@freehold/protocol";
import type { Publication } from "../../store/publications.ts";

/**
 * Where a reader finds a publication on its publisher's site: `/slug/{slug}` when there is a slug, which is how a
 * slug travels (decisions 5), else by its hash. Null for a draft.
 */
export function pageOf(
  nodeUrl: string,
  { slug, contentHash, state }: Pick<Publication, "slug" | "contentHash" | "state">,
): string | null {
  if (state === "draft") return null;
  return joinNodeUrl(nodeUrl, slug ? `/slug/${encodeURIComponent(slug)}` : `/publications/${contentHash}`);
}
