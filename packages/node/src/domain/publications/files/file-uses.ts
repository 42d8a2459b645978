import type { Hex } from "@freehold/protocol";
import { LRUCache } from "lru-cache";
import type { Context } from "../../../context.ts";
import { findContent } from "../../../store/contents.ts";
import { findForeignUrls } from "../../../store/peers/profiles.ts";
import { findChanges } from "../../../store/publications/publication-changes.ts";
import { listPublicationsAfter, type Publication } from "../../../store/publications/publications.ts";
import { readMarkdown } from "../../contents/read-markdown.ts";
import { limits } from "../../limits.ts";
import { readAllPages } from "../../paging.ts";
import { requireOwner } from "../../profile/owner.ts";
import { readStylesheet } from "../../settings/settings.ts";
import { addressBefore } from "../texts/content-addresses.ts";
import { readTemplates } from "../texts/templates.ts";

/** The files of this node to which a text refers. */
export interface FileReferences {
  readonly hashes: ReadonlySet<Hex>;
  readonly ids: ReadonlySet<number>;
}

/** Everything on this node that refers to a file. */
export interface FileUses {
  /** The owner's posts and drafts, by their text, changes of it, or their cover, the newest first. */
  readonly publications: readonly Publication[];
  /** Whether it is the picture of the owner. */
  readonly isAvatar: boolean;
  /** Whether the owner's stylesheet refers to it. */
  readonly isInStylesheet: boolean;
  /** The names of the templates that refer to it. */
  readonly templates: readonly string[];
}

type Reading = Pick<Context, "store" | "blobs" | "owner">;

/**
 * Finds what refers to files of the owner. It reads all posts and drafts of the owner for their references; those of a text are
 * read once.
 *
 * @param without ids of publications that don't count
 * @returns the uses by the id of the file
 */
export async function readFileUses(
  context: Reading,
  files: readonly Publication[],
  without: readonly number[] = [],
): Promise<ReadonlyMap<number, FileUses>> {
  const { store } = context;
  const own = await requireOwner(context);
  const styled = await ownReferences(context, findReferences(await readStylesheet(context)));
  const templates: { name: string; refers: FileReferences }[] = [];
  for (const { name, body } of await readTemplates(context))
    templates.push({ name, refers: await ownReferences(context, findReferences(body)) });
  const users = new Map<number, Publication[]>(files.map(({ id }) => [id, []]));
  for await (const other of readAllPages<Publication>(({ last, limit }) =>
    listPublicationsAfter(store.db, last?.id ?? 0, { limit, publisher: own.address }),
  )) {
    if (files.length === 0) break;
    if (without.includes(other.id)) continue;
    const references = [await readReferences(context, other)];
    const changes = other.state === "local" ? await findChanges(store.db, other.id) : null;
    if (changes)
      references.push(await readReferences(context, { ...other, contentHash: changes.contentHash }));
    for (const file of files)
      if (file.id !== other.id && references.some((one) => refersTo(one, file)))
        users.get(file.id)?.unshift(other);
  }
  return new Map(
    files.map((file) => [
      file.id,
      {
        publications: users.get(file.id) ?? [],
        isAvatar: own.avatarHash === file.contentHash,
        isInStylesheet: refersTo(styled, file),
        templates: templates.filter(({ refers }) => refersTo(refers, file)).map(({ name }) => name),
      },
    ]),
  );
}

/** Whether anything refers to a file. */
export function isUsed({ publications, isAvatar, isInStylesheet, templates }: FileUses): boolean {
  return publications.length > 0 || isAvatar || isInStylesheet || templates.length > 0;
}

function refersTo({ hashes, ids }: FileReferences, file: Publication): boolean {
  return hashes.has(file.contentHash) || ids.has(file.id);
}

/** The references of a text: ids by the address of the node before each, "" for none. */
interface TextReferences {
  readonly hashes: ReadonlySet<Hex>;
  readonly ids: ReadonlyMap<string, ReadonlySet<number>>;
}

/** The references of texts by the hashes of the texts, which never change. */
const known = new LRUCache<Hex, TextReferences>({ max: 20_000 });

const noReferences: TextReferences = { hashes: new Set(), ids: new Map() };

/** The files of this node to which a publication refers, by its text or as its cover. An id at another node is none of this one. */
export async function readReferences(
  context: Pick<Context, "store" | "blobs">,
  publication: Publication,
): Promise<FileReferences> {
  const { hashes, ids } = await ownReferences(context, await readReferencesOfText(context, publication));
  const { coverHash } = publication;
  return { ids, hashes: coverHash === null ? hashes : new Set([...hashes, coverHash]) };
}

async function readReferencesOfText(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  { kind, contentHash }: Publication,
): Promise<TextReferences> {
  if (kind !== "POST") return noReferences;
  const before = known.get(contentHash);
  if (before) return before;
  const size = (await findContent(store.db, contentHash))?.size;
  if (size === undefined) return noReferences;
  const text = await readMarkdown({ blobs }, { kind, contentHash, size }, limits.markdownBytes);
  if (text === null) return noReferences;
  const references = findReferences(text);
  known.set(contentHash, references);
  return references;
}

/** References without the ids at other nodes. Addresses that this node had before count. */
async function ownReferences(
  { store }: Pick<Context, "store">,
  { hashes, ids }: TextReferences,
): Promise<FileReferences> {
  const urls = [...ids.keys()].filter((url) => url !== "");
  const foreign = await findForeignUrls(store.db, urls);
  const own = [...ids].flatMap(([url, numbers]) => (foreign.has(url) ? [] : [...numbers]));
  return { hashes, ids: new Set(own) };
}

/** The files to which a text refers by their hashes or ids. */
function findReferences(text: string): TextReferences {
  const named = text.matchAll(/\/(?:contents|publications)\/(0x[0-9a-f]{64})(?![0-9a-f])/gi);
  const ids = new Map<string, Set<number>>();
  for (const { 1: id, index } of text.matchAll(/\/(?:contents|publications)\/([1-9]\d{0,14})(?!\d)/g)) {
    const url = nodeUrlBefore(text, index);
    ids.set(url, (ids.get(url) ?? new Set()).add(Number(id)));
  }
  return { hashes: new Set([...named].map(([, hash = ""]) => hash.toLowerCase() as Hex)), ids };
}

const longestUrl = 300; // characters of the address of a node

/** The address of the node before a path in a text; "" for a path without one. */
function nodeUrlBefore(text: string, at: number): string {
  const before = addressBefore(text, at, longestUrl);
  return /^https?:/.test(before) ? before.replace(/\/(?:api|ewp)$/, "") : "";
}
