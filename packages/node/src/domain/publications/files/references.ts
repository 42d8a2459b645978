import { type Hash, parseHash } from "@freehold/protocol";
import { decodeUriPart } from "@freehold/protocol/internal";
import type { Context } from "../../../context.ts";
import { AppError, msg } from "../../../errors/errors.ts";
import { findContent } from "../../../store/contents.ts";
import { findProfile, type Profile } from "../../../store/peers/profiles.ts";
import type { PublicPost } from "../../../store/publications/public-posts.ts";
import { listPublicationsByHash, type Publication } from "../../../store/publications/publications.ts";
import type { Caller } from "../../access/callers.ts";
import { type OwnAddresses, pathAtOwn } from "../../profile/own-addresses.ts";
import { requireOwner } from "../../profile/owner.ts";
import { findPublicPost } from "../public-posts.ts";
import type { PublicationView } from "../view.ts";
import { readVisiblePublications } from "../visible.ts";

const quotesAtOnce = 50; // addresses whose quotes are looked up at once

/** A stored post and its publisher. */
export interface QuotedPublication {
  readonly post: Publication & Pick<PublicPost, "size">;
  readonly publisher: Profile;
}

/**
 * Finds the post behind a link: a public one of the owner, or by its hash a replica of another node.
 *
 * @param href a link from a text; may be relative to this node's root
 * @returns null for every other link
 */
export async function findQuoted(
  ctx: Pick<Context, "store" | "owner">,
  { href, owner }: { href: string; owner: OwnAddresses },
): Promise<QuotedPublication | null> {
  const path = href.startsWith("/") ? href : pathAtOwn(href, owner);
  if (path !== null) return await findOwn(ctx, path);
  const hash = parseHash(
    /\/(?:publications|ewp\/contents)\/(0x[0-9a-fA-F]{64})(?:[?#]|$)/.exec(href)?.[1] ?? "",
  );
  return hash && (await findReplica(ctx, hash, href));
}

async function findOwn(
  ctx: Pick<Context, "store" | "owner">,
  path: string,
): Promise<QuotedPublication | null> {
  const [, route, encoded = ""] =
    /^\/(slug|publications|ewp\/contents)\/([^/?#]+)(?:[?#].*)?$/.exec(path) ?? [];
  const name = decodeUriPart(encoded);
  if (route === undefined || name === null) return null;
  const isNumber = /^[1-9]\d{0,14}$/.test(name);
  const key = route === "slug" ? { slug: name } : isNumber ? { id: Number(name) } : { contentHash: name };
  const found = await findPublicPost(ctx, key);
  return found && { post: found.post, publisher: found.owner };
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

/** A link in a text, and its publication. */
export interface Quoted {
  readonly address: string;
  readonly publication: PublicationView;
}

/**
 * Finds the publications behind the links of a text, as far as they are stored here and the caller may see them.
 *
 * @param addresses links; may be relative to this node's root
 * @throws AppError VALIDATION_FAILED for too many links, NOT_INSTALLED
 */
export async function readQuoted(
  context: Pick<Context, "store" | "owner">,
  { addresses, caller }: { addresses: readonly string[]; caller: Caller },
): Promise<Quoted[]> {
  if (addresses.length > quotesAtOnce) {
    throw new AppError("VALIDATION_FAILED", msg`Up to ${quotesAtOnce} addresses at a time.`);
  }
  const owner = await requireOwner(context);
  const found = await Promise.all(
    [...new Set(addresses)].map(async (address) => {
      const quoted = await findQuoted(context, { href: address, owner });
      return { address, id: quoted?.post.id };
    }),
  );
  const ids = found.flatMap(({ id }) => id ?? []);
  const seen = new Map(
    (await readVisiblePublications(context, ids, caller)).map((publication) => [publication.id, publication]),
  );
  return found.flatMap(({ address, id }) => {
    const publication = id === undefined ? undefined : seen.get(id);
    return publication ? [{ address, publication }] : [];
  });
}
