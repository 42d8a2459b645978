import { type Hash, parseHash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findContent } from "../../store/contents.ts";
import { findProfile, type Profile } from "../../store/profiles.ts";
import type { PublicPost } from "../../store/public-posts.ts";
import { listPublicationsByHash } from "../../store/publications.ts";
import { findPublicPost } from "./read-public-posts.ts";

/** A post that is kept here, and who published it. */
export interface QuotedPublication {
  readonly post: PublicPost;
  readonly publisher: Profile;
}

/**
 * The post that an address leads to: one of the owner's that readers see, or a replica of another node's, by its hash.
 *
 * @param href as it stands in a text; from the root for one of this node's
 * @returns null for an address of anything else
 */
export async function findQuoted(
  ctx: Pick<Context, "store">,
  { href, owner }: { href: string; owner: Profile },
): Promise<QuotedPublication | null> {
  const base = owner.url.replace(/\/$/, "");
  const path = href.startsWith(`${base}/`) ? href.slice(base.length) : href;
  if (path.startsWith("/")) return await findOwn(ctx, path);
  const hash = parseHash(
    /\/(?:publications|ewp\/contents)\/(0x[0-9a-fA-F]{64})(?:[?#]|$)/.exec(href)?.[1] ?? "",
  );
  return hash && (await findReplica(ctx, hash, href));
}

async function findOwn(ctx: Pick<Context, "store">, path: string): Promise<QuotedPublication | null> {
  const [, place, name = ""] = /^\/(slug|publications|ewp\/contents)\/([^/?#]+)(?:[?#].*)?$/.exec(path) ?? [];
  const word = readWord(name);
  if (place === undefined || word === null) return null;
  const isNumber = /^[1-9]\d{0,14}$/.test(word);
  const key = place === "slug" ? { slug: word } : isNumber ? { id: Number(word) } : { contentHash: word };
  const found = await findPublicPost(ctx, key);
  return found && { post: found.post, publisher: found.owner };
}

function readWord(name: string): string | null {
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}

async function findReplica(
  { store }: Pick<Context, "store">,
  hash: Hash,
  href: string,
): Promise<QuotedPublication | null> {
  const content = await findContent(store.db, hash);
  if (!content) return null;
  for (const row of await listPublicationsByHash(store.db, hash)) {
    const publisher = await findProfile(store.db, row.publisherAddress);
    const isTheirs = publisher !== null && href.startsWith(`${publisher.url.replace(/\/$/, "")}/`);
    if (isTheirs && row.state === "signed") return { post: { ...row, size: content.size }, publisher };
  }
  return null;
}
