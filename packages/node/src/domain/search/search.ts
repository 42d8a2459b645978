import { type Address, parseAddress } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { listBlockedAmong } from "../../store/peers/connections.ts";
import { listNotedLanguages } from "../../store/search/languages.ts";
import {
  type FoundDocument,
  findAuthors,
  findMatches,
  findPublicationText,
  readDocuments,
} from "../../store/search/search.ts";
import type { SearchExpression, SearchPhrase } from "../../store/search/search-query.ts";
import { type Caller, isAllowed } from "../access/callers.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest, readPage } from "../paging.ts";
import { isForReaders } from "./index-documents.ts";
import { makeSnippet, type SnippetPart } from "./make-snippet.ts";
import { type ParsedQuery, parseQuery, type QueryTerm } from "./parse-query.ts";
import { searchLimits } from "./search-limits.ts";
import { languages, type StemLanguage, stemsOf } from "./stem.ts";
import { authorMark, scopeMarks } from "./terms.ts";

const matches = 1_000; // matches that are ranked

/** A search result. */
export interface FoundItem {
  readonly kind: "publication" | "comment";
  /** The id of the publication or of the comment. */
  readonly id: number;
  /** The publication, or the one that the comment is on. */
  readonly publicationId: number;
  /** The heading or the file's name; the author's name of a comment. Empty when there is none. */
  readonly title: string;
  readonly snippet: readonly SnippetPart[];
  /** 1 for the best; what the caller does not see is counted. */
  readonly rank: number;
}

interface SearchInput extends PageRequest {
  /** Any text; see `parseQuery`. */
  query: string;
  caller: Caller;
  /** Milliseconds of the Unix epoch: by the date that readers see, then or later; a comment by its own time. */
  since?: number | null;
  /** The same for those before. */
  until?: number | null;
  /** Whether snippets are made; else they are empty. */
  withSnippets?: boolean;
}

/**
 * Searches publications and comments: first those with all words in the title, then those with some of them there, then the
 * rest; among equals the newest first. Only the newest matches are ranked, so that a very common word takes no longer.
 * Anybody finds the publications on the owner's site; the owner finds everything, and a token that may read the timeline
 * everything but drafts. Nobody finds what a blocked address published, nor a version that was replaced: it is in no other list
 * either.
 *
 * @throws AppError VALIDATION_FAILED for `first` or `after`, never for a query
 */
export async function search(
  { store, owner }: Pick<Context, "store" | "owner">,
  { query, caller, since = null, until = null, withSnippets = true, ...request }: SearchInput,
): Promise<Page<FoundItem>> {
  const parsed = parseQuery(query);
  if (since !== null) parsed.since = Math.max(parsed.since ?? 0, Math.ceil(since / 1000));
  if (until !== null) parsed.before = Math.min(parsed.before ?? Infinity, Math.ceil(until / 1000));
  const own = await owner.get();
  const readersOnly = !isAllowed(caller, "read:timeline");
  // No draft is in the index for readers.
  const hidesDrafts = caller.kind !== "client" && !readersOnly;
  const expression = own && (await toExpression(store, parsed, { hidesDrafts }));
  const see = own && { self: own.address, readersOnly, isOwner: caller.kind === "client" };
  const terms = withSnippets ? parsed.wanted : null;
  const documents = new Map<number, FoundDocument>();
  const page = await readPage(request, {
    decode: (cursor) => decodeCursor(cursor, 2),
    read: async ({ limit, after }) => {
      if (!expression || !see) return [];
      const bounds = { since: parsed.since, before: parsed.before };
      const version = store.version();
      const wanted = { expression, readersOnly, ...bounds, version, limit: matches };
      const ids = await findMatches(store.db, wanted);
      const found: { id: number; rank: number }[] = [];
      for (let at = after ? positionAfter(ids, after) : 0; at < ids.length; at += limit) {
        const some = ids.slice(at, at + limit);
        const read = await readDocuments(store.db, some, { withBody: terms !== null });
        const seen = read.filter((document) => isSeen(document, see));
        const others = new Set(seen.map(({ publisherAddress }) => publisherAddress));
        others.delete(see.self);
        const blocked = await listBlockedAmong(store.db, others);
        for (const document of seen)
          if (!blocked.has(document.publisherAddress)) documents.set(document.id, document);
        for (const [index, id] of some.entries())
          if (documents.has(id)) found.push({ id, rank: at + index + 1 });
        if (found.length >= limit) break;
      }
      return found.slice(0, limit);
    },
    cursorOf: ({ id, rank }) => encodeCursor([id, rank]),
  });
  return {
    ...page,
    items: page.items.flatMap(({ id, rank }) => {
      const document = documents.get(id);
      return document ? [describe(document, { rank, terms })] : [];
    }),
    cursorOf(item) {
      const found = page.items.find(({ rank }) => rank === item.rank);
      return found ? page.cursorOf(found) : "";
    },
  };
}

const titleLength = 90; // a title of first words

/** The title of a publication that was found, or its first words; empty for one without words. */
export async function readFoundTitle(
  { store }: Pick<Context, "store">,
  { publicationId }: Pick<FoundItem, "publicationId">,
): Promise<string> {
  const text = await findPublicationText(store.db, publicationId);
  if (text?.title !== "") return text?.title ?? "";
  const words = text.body
    .slice(0, 2 * titleLength)
    .replace(/\s+/g, " ")
    .trim();
  return words.length <= titleLength
    ? words
    : `${words
        .slice(0, titleLength - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** The position after the last seen item, wherever it is now; after its rank when it is gone. */
function positionAfter(ranked: readonly number[], [id, rank]: [number, number]): number {
  const index = ranked.indexOf(id);
  return index < 0 ? rank : index + 1;
}

/** Null for an empty search. */
async function toExpression(
  store: Context["store"],
  { wanted, unwanted, from, notFrom, since, before }: ParsedQuery,
  { hidesDrafts }: { hidesDrafts: boolean },
): Promise<SearchExpression | null> {
  const hasBounds = since !== null || before !== null;
  if (wanted.length + unwanted.length + from.length + notFrom.length === 0 && !hasBounds) return null;
  const known = await readLanguages(store);
  const all: Array<readonly SearchPhrase[]> = wanted.map((term) => formsOf(term, known));
  if (from.length > 0) {
    const authors = await readAuthors(store, from);
    if (authors.length === 0) return null;
    all.push(authors);
  }
  if (all.length === 0) all.push([mark(scopeMarks.all)]);
  const left = unwanted.flatMap((term) => formsOf(term, known));
  const none: SearchPhrase[] = [...left, ...(await readAuthors(store, notFrom))];
  if (hidesDrafts) none.push(mark(scopeMarks.draft));
  return { all, none };
}

/** The languages that texts of the index have; a text in no other one is English. */
async function readLanguages(store: Context["store"]): Promise<StemLanguage[]> {
  return ["en", ...(await listNotedLanguages(store, languages))];
}

/** The forms of a phrase in the languages of the index. The last word of an unfinished one is also the beginning of others. */
function formsOf(term: QueryTerm, within: readonly StemLanguage[]): SearchPhrase[] {
  if (term.isMark) return [term];
  const whole = stemsOf(term.terms, within).map((terms) => ({ terms, isMark: false, isPrefix: false }));
  if (!term.isPrefix) return whole;
  const last = term.terms.slice(-1);
  const leads = stemsOf(term.terms.slice(0, -1), within);
  return [...leads.map((lead) => ({ terms: [...lead, ...last], isMark: false, isPrefix: true })), ...whole];
}

async function readAuthors(store: Context["store"], names: readonly string[]): Promise<SearchPhrase[]> {
  const addresses = new Set<Address>();
  for (const name of names) {
    const address = parseAddress(name);
    for (const found of address ? [address] : await findAuthors(store.db, name, searchLimits.authors))
      addresses.add(found);
  }
  return [...addresses].map((address) => mark(authorMark(address)));
}

function mark(term: string): SearchPhrase {
  return { terms: [term], isMark: true, isPrefix: false };
}

/** The owner of the node, and what a caller may find. */
export interface Sight {
  readonly self: Address;
  readonly readersOnly: boolean;
  readonly isOwner: boolean;
}

/** Whether a caller finds a document. A version that was replaced is in no list; the owner finds the comments on it. */
export function isSeen(document: FoundDocument, { self, readersOnly, isOwner }: Sight): boolean {
  const { kind, state, isPublic, isReplaced } = document;
  if (state === "draft" && !isOwner) return false;
  if (readersOnly) return isPublic && isForReaders(document, self) && isReplaced === 0;
  return kind === "comment" || isReplaced === 0;
}

/** @param about.terms for the snippet; null for none */
function describe(
  { kind, subjectId, publicationId, title, body }: FoundDocument,
  { rank, terms }: { rank: number; terms: readonly QueryTerm[] | null },
): FoundItem {
  const snippet = body !== null && terms ? makeSnippet(body, terms) : [];
  return { kind, id: subjectId, publicationId, title, snippet, rank };
}
