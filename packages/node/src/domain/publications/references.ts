import { type Hash, parseHash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { findContent } from "../../store/contents.ts";
import { findProfile, type Profile } from "../../store/profiles.ts";
import type { PublicPost } from "../../store/public-posts.ts";
import { findSignedHashes, listPublicationsByHash } from "../../store/publications.ts";
import type { Caller } from "../access/callers.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";
import { findPublicPost } from "./public-posts.ts";
import type { PublicationView } from "./view.ts";
import { readVisiblePublications } from "./visible.ts";

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
  ctx: Pick<Context, "store" | "owner">,
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

async function findOwn(
  ctx: Pick<Context, "store" | "owner">,
  path: string,
): Promise<QuotedPublication | null> {
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

/** What an address in a text leads to. */
export interface Quoted {
  readonly address: string;
  readonly publication: PublicationView;
}

/**
 * The publications that addresses in a text lead to, where they are kept here and the caller may see them: what readers
 * see quoted there.
 *
 * @param addresses as they stand in the text; from the root for one of this node's
 * @throws AppError VALIDATION_FAILED for more than are looked up at once, NOT_INSTALLED
 */
export async function readQuoted(
  context: Pick<Context, "store" | "owner">,
  { addresses, caller }: { addresses: readonly string[]; caller: Caller },
): Promise<Quoted[]> {
  if (addresses.length > limits.quotesAtOnce) {
    throw new AppError("VALIDATION_FAILED", `No more than ${limits.quotesAtOnce} addresses at once.`);
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
    const publication = seen.get(id ?? 0);
    return publication ? [{ address, publication }] : [];
  });
}

/** The end of the words of a link or a picture, and its address. Each try is bounded, for a text may be anybody's. */
const targets = /\]\(<?(?:https:\/\/[^/\s]{1,300})?\/ewp\/contents\/(0x[0-9a-f]{64})(?=[?#\s>)])/g;
// Not a limit: how far back the alt text is searched.
const longestWords = 2_000;

/**
 * The hashes of the pictures that a text names by what they are (`/ewp/contents/0x…`, on whichever node), each once. In
 * code it is a picture to this alone, which shows nothing that is not there.
 *
 * @param markdown of anybody
 */
export function findNamedPictures(markdown: string): Hash[] {
  const found = markdown.matchAll(targets).take(limits.keptPicturesPerText);
  const pictures = found.filter(({ index }) =>
    isPicture(markdown.slice(Math.max(0, index - longestWords), index)),
  );
  return [...new Set(pictures.map(([, hash]) => hash as Hash))];
}

/** Whether what stands before an address is the words of a picture. */
function isPicture(before: string): boolean {
  const begin = before.lastIndexOf("![");
  return begin !== -1 && !before.includes("](", begin);
}

/** Those of the hashes under which something signed is kept here, whose ever it is. */
export async function findKeptHashes(
  { store }: Pick<Context, "store">,
  hashes: readonly Hash[],
): Promise<ReadonlySet<Hash>> {
  return await findSignedHashes(store.db, hashes);
}
