import { AppError, msg, type SlugObstacle } from "../../errors/errors.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { findOldAddress, pathOfSlug } from "../../store/publications/old-addresses.ts";
import {
  findPublication,
  findPublicationBySlug,
  type Publication,
} from "../../store/publications/publications.ts";
import { findSignedPublication } from "../../store/publications/signed-publications.ts";
import { findNewestVersion } from "../../store/publications/versions.ts";
import { findPublicationText } from "../../store/search/search.ts";
import { makeSlug, type ToAscii } from "./slug-names.ts";

/** The request for a slug. */
export interface SlugClaim {
  /** The owner says that the address of another post leads to this one from now on. */
  readonly takesSlug?: boolean;
  /** A program must not learn what the slugs of drafts are: those are no obstacle to it, until one of the two is published. */
  readonly ignoresDrafts?: boolean;
}

type Named = Pick<Publication, "publisherAddress" | "slug" | "replaces">;

/**
 * The versions of one post may have the same slug, which leads to the newest. What was the slug of another publication stays
 * with it until the owner says otherwise. The caller's transaction holds the lock `slugs`.
 *
 * @throws AppError SLUG_TAKEN, with the reason OLD_ADDRESS for one that can be taken over
 */
export async function requireFreeSlug(
  tx: Tx,
  publication: Named & { id: number | null },
  claim: SlugClaim = {},
): Promise<void> {
  const { slug } = publication;
  const obstacle = slug === null ? null : await findObstacle(tx, { ...publication, slug }, claim);
  if (obstacle === "TAKEN")
    throw new AppError("SLUG_TAKEN", msg`The slug "${slug}" is already used by another of your posts.`);
  if (obstacle === "OLD_ADDRESS")
    throw new AppError(
      "SLUG_TAKEN",
      msg`The slug "${slug}" was the slug of another of your posts, and readers may still use it. Take it over, or choose another one.`,
      { reason: obstacle },
    );
}

/** Why a publication can't have a slug; null where it can. */
export async function findObstacle(
  db: Reader,
  publication: Named & { id: number | null; slug: string },
  { takesSlug = false, ignoresDrafts = false }: SlugClaim = {},
): Promise<"TAKEN" | SlugObstacle | null> {
  const { id, slug, publisherAddress } = publication;
  // The versions that it had may have the same one, which stays theirs when it ceases to be one.
  const holder = await findPublicationBySlug(db, publisherAddress, slug, id);
  if (holder && (await isVersionOf(db, publication, holder))) return null;
  if (holder && !(ignoresDrafts && holder.state === "draft")) return "TAKEN";
  const old = takesSlug ? null : await findOldAddress(db, pathOfSlug(slug));
  if (old === null) return null;
  if (old.publicationId === null) return "OLD_ADDRESS";
  if (old.publicationId === id) return null;
  const had = await findPublication(db, old.publicationId);
  return had && (await isVersionOf(db, publication, had)) ? null : "OLD_ADDRESS";
}

/**
 * Before a publication comes on the site: another one may have got its slug since that was given.
 *
 * @throws AppError SLUG_TAKEN
 */
export async function requireOwnSlug(tx: Tx, publication: Named & { id: number }): Promise<void> {
  await requireFreeSlug(tx, publication, { takesSlug: true, ignoresDrafts: true });
}

async function isVersionOf(db: Reader, { publisherAddress, replaces }: Named, holder: Publication) {
  if (replaces === null) return false;
  const earlier = await findSignedPublication(db, publisherAddress, replaces, null);
  return earlier?.id === holder.id || (earlier?.original ?? replaces) === holder.original;
}

// So many numbers are tried behind a slug that is taken.
const numbersTried = 20;

/**
 * The slug that a post has on the site: the one that its owner gave, that of the version before it, or one of its title that no
 * other publication has or had. Null for a file, and for a note without a title. The caller's transaction holds the lock `slugs`.
 */
export async function nameForSite(
  tx: Reader,
  publication: Publication,
  toAscii: ToAscii,
  { title, ...claim }: { title?: string | undefined } & SlugClaim = {},
): Promise<string | null> {
  const { id, kind, slug, contentHash } = publication;
  if (slug !== null || kind !== "POST") return slug;
  const inherited = await findEarlierSlug(tx, publication);
  if (inherited !== null) return inherited;
  const made = makeSlug(title ?? (await findPublicationText(tx, id))?.title ?? "", toAscii);
  if (made === "") return null;
  const isFree = async (tried: string) =>
    (await findObstacle(tx, { ...publication, slug: tried }, claim)) === null;
  if (await isFree(made)) return made;
  for (let number = 2; number <= numbersTried; number += 1) {
    if (await isFree(`${made}-${number}`)) return `${made}-${number}`;
  }
  const marked = `${made}-${contentHash.slice(2, 10)}`;
  return (await isFree(marked)) ? marked : null;
}

async function findEarlierSlug(db: Reader, { publisherAddress, replaces }: Publication) {
  if (replaces === null) return null;
  const earlier = await findSignedPublication(db, publisherAddress, replaces, null);
  const original = earlier?.original ?? replaces;
  const newest = await findNewestVersion(db, { publisher: publisherAddress, original });
  return newest?.slug ?? earlier?.slug ?? null;
}
