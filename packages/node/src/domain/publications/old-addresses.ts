import { decodeUriPart } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import type { Reader } from "../../store/database.ts";
import { findOwnProfile } from "../../store/peers/profiles.ts";
import {
  findOldAddress,
  listGoneAddressesAfter,
  listOldAddressesAfter,
  pathOfSlug,
  pathOfTag,
} from "../../store/publications/old-addresses.ts";
import { findMovedTag, listMovedTagsAfter } from "../../store/publications/own-tags.ts";
import { findPublication, type Publication } from "../../store/publications/publications.ts";
import { normalisePath } from "../normalise-path.ts";
import { readAllPages } from "../paging.ts";
import { parseTag } from "../search/terms.ts";
import { isTagUsed } from "./public-posts.ts";
import { findNewest } from "./texts/versions.ts";
import { pathOf } from "./view.ts";

/** All addresses of before that redirect. */
export async function* listOldPaths({ store }: Pick<Context, "store">): AsyncGenerator<string> {
  yield* readAllPages<string>(({ last, limit }) =>
    listOldAddressesAfter(store.db, { after: last ?? "", limit }),
  );
  const tags = readAllPages<string>(({ last, limit }) =>
    listMovedTagsAfter(store.db, { after: last ?? "", limit }),
  );
  for await (const tag of tags) yield pathOfTag(tag);
}

/** All old addresses at which readers see that a page is gone. */
export function listGonePaths({ store }: Pick<Context, "store">): AsyncGenerator<string> {
  return readAllPages<string>(({ last, limit }) =>
    listGoneAddressesAfter(store.db, { after: last ?? "", limit }),
  );
}

/** The target of an address of before: a path of this site, or nothing any more. */
export type OldAddress = { readonly path: string } | "gone";

/**
 * Finds the publication that had an address before, here or on another site: with the query of the address, else without it.
 * The address of a file, picture or text that belongs to a page is gone with the page, or moves with it.
 *
 * @param url path and query of a request that found nothing
 * @returns null for an address that was never public here
 */
export async function findMoved(context: Pick<Context, "store">, url: string): Promise<OldAddress | null> {
  const asked = normalisePath(url);
  const tag = tagOf(url);
  const moved = tag === null ? null : await findMovedTag(context.store.db, tag);
  if (tag !== null && moved !== null && !(await isOwnTag(context.store.db, tag)))
    return (await isOwnTag(context.store.db, moved)) ? { path: tagPathAt(url, moved) } : "gone";
  for (const { path, at } of spellingsOf(url)) {
    const found = await findOldAddress(context.store.db, path);
    if (found === null) continue;
    // The page of the tag is there, and only the query is wrong.
    if (found.publicationId === null && tag !== null && (await isOwnTag(context.store.db, tag))) return null;
    const publication =
      found.publicationId === null ? null : await findPublication(context.store.db, found.publicationId);
    if (publication === null || publication.state === "draft") return "gone";
    const target = at(await findNewest(context, publication));
    // The page is there, and something else is missing.
    return target === null || normalisePath(target) === asked ? null : { path: target };
  }
  return null;
}

/** The path to which an address of before redirects; null for every other address. */
export async function findRedirect(context: Pick<Context, "store">, url: string): Promise<string | null> {
  const found = await findMoved(context, url);
  return found === null || found === "gone" ? null : found.path;
}

/** An address as it may be stored, and the path of the same kind that a publication has now. */
interface Spelling {
  readonly path: string;
  at(publication: Publication): string | null;
}

function spellingsOf(url: string): Spelling[] {
  const whole = [...new Set([url, url.split("?", 1)[0] ?? ""])].flatMap((one) => {
    const path = normalisePath(one);
    return path === null ? [] : [{ path, at: pathOf }];
  });
  const plain = normalisePath(url.split("?", 1)[0] ?? "");
  if (plain === null) return whole;
  const page = addedPage.exec(plain)?.[1];
  return [...whole, ...(page === undefined ? [] : [{ path: page, at: pathOf }]), ...partsOf(plain)];
}

/** A page that WordPress adds below a post: its comments, its other pages, and forms of it for phones and frames. */
const addedPage = /^(.+?)\/(?:comment-page-[1-9]\d*|page\/[1-9]\d*|[1-9]\d?|amp|embed)$/;

async function isOwnTag(db: Reader, tag: string): Promise<boolean> {
  const own = await findOwnProfile(db);
  return own !== null && (await isTagUsed(db, own.address, tag));
}

/** The tag whose page or feed an address is, folded; null for every other address. */
function tagOf(url: string): string | null {
  const plain = normalisePath(url.split("?", 1)[0] ?? "") ?? "";
  const written = /^\/tags\/([^/]+)(?:\/(?:feed\.xml|atom\.xml|feed\.json))?$/.exec(plain)?.[1];
  return written === undefined ? null : parseTag(decodeUriPart(written) ?? written);
}

/** The address of a tag's page or feed, of another tag. @param tag folded */
function tagPathAt(url: string, tag: string): string {
  const plain = normalisePath(url.split("?", 1)[0] ?? "") ?? "";
  const [, rest = ""] = /^\/tags\/[^/]+(\/.*)?$/.exec(plain) ?? [];
  return `/tags/${encodeURIComponent(tag)}${rest}`;
}

/** The addresses that belong to a page, by the routes of the site. */
function partsOf(plain: string): Spelling[] {
  const tag = tagOf(plain);
  if (tag !== null) return [{ path: pathOfTag(tag), at: () => null }];
  const [, folder, name = "", rest = ""] =
    /^\/(slug|publications|badge)\/([^/]+?)((?:\.md|\.svg|\/file|\/card\.png|\/diagrams\/[1-9]\d{0,3}\.svg)?)$/.exec(
      plain,
    ) ?? [];
  if (folder === undefined || (folder === "badge") !== (rest === ".svg")) return [];
  const key = decodeUriPart(name) ?? name;
  const isKey = folder !== "slug" && /^(?:[1-9]\d{0,14}|0x[0-9a-f]{64})$/i.test(key);
  const path = isKey ? `/publications/${key.toLowerCase()}` : pathOfSlug(key);
  return [{ path, at: (publication) => partOf(publication, rest) }];
}

function partOf(publication: Publication, rest: string): string | null {
  if (rest === "" || rest === ".md") return `${pathOf(publication)}${rest}`;
  if (rest !== ".svg") return `/publications/${publication.id}${rest}`;
  return publication.state === "signed" ? `/badge/${publication.id}.svg` : null;
}
