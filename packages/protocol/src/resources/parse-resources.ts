import { type Address, parseAddress } from "../crypto/address.ts";
import { parseHash } from "../crypto/hashes.ts";
import { parseSignature } from "../crypto/signature.ts";
import { isRecord, parseTime } from "../messages/fields.ts";
import type { Form } from "../messages/messages.ts";
import { toPlainLine } from "../plain-line.ts";
import { wireForms } from "./recognise-form.ts";
import {
  type ContentKind,
  contentKinds,
  isoSeconds,
  type Pagination,
  type PublicationEntry,
} from "./resources.ts";
import { maxUrlLength } from "./url.ts";

const pageEntries = 10_000; // entries in a page of a peer's index

/** A peer's profile, from either form. */
export interface ParsedProfile {
  address: Address;
  /** The URL according to the node, unverified. */
  url: string;
  title: string;
  description: string | null;
  /** The form of the peer (decisions 6). */
  form: Form;
  /** ISO 8601, UTC. */
  createdAt: string | null;
  /** ISO 8601, UTC. */
  updatedAt: string | null;
}

/**
 * Reads the reply to `GET /ewp/profile` (spec 4.1, 4.11). Cuts long texts, so that a long title does not make a node
 * unreachable.
 *
 * @param json of any shape
 * @returns null without a valid address and URL
 */
export function parseProfile(json: unknown): ParsedProfile | null {
  if (!isRecord(json)) return null;
  const address = parseAddress(json.address);
  if (address === null || typeof json.url !== "string" || json.url.length > maxUrlLength) return null;
  const wire = wireForms.baseline.isProfile(json) ? wireForms.baseline : wireForms.reference;
  const { createdAt, updatedAt } = wire.readTimes(json);
  return {
    address,
    url: cleanText(json.url, maxUrlLength),
    title: toPlainLine(cleanText(json.title, 255)),
    description: cleanText(json.description, 2_000) || null,
    form: wire.form,
    createdAt: parseTime(createdAt),
    updatedAt: parseTime(updatedAt),
  };
}

/** Text with a maximum of code points, without characters that can't be stored. */
function cleanText(value: unknown, max: number): string {
  if (typeof value !== "string") return "";
  const storable = value
    .slice(0, max * 2)
    .replaceAll("\0", "")
    .toWellFormed();
  return Array.from(storable).slice(0, max).join("");
}

/** A peer's entry; the reference form has no kind of content. */
export interface IndexEntry extends Omit<PublicationEntry, "contentKind"> {
  contentKind: ContentKind | null;
}

/** An entry of a peer's index with an unverified signature, or the fault of a malformed one. */
export type IndexItem = { ok: true; entry: IndexEntry } | { ok: false; problem: string };

export interface ParsedPublicationsPage {
  items: IndexItem[];
  pagination: Pagination;
}

/** The last second of a Date. */
const lastSecond = 8.64e12;

/**
 * Reads the reply to `GET /ewp/publications` (spec 4.3, 4.11). A malformed entry does not affect the others.
 *
 * @param json of any shape
 * @returns null when it is not a page
 */
export function parsePublicationsPage(json: unknown): ParsedPublicationsPage | null {
  if (!isRecord(json) || !Array.isArray(json.data) || !isRecord(json.pagination)) return null;
  // A page with more elements is refused: tiny elements would take more memory than bytes.
  if (json.data.length > pageEntries) return null;
  return {
    items: json.data.map(readIndexEntry),
    pagination: parsePagination(json.pagination, json.data.length),
  };
}

/** Reads one entry of an index, in either form. @param json of any shape */
export function readIndexEntry(json: unknown): IndexItem {
  const wire = isRecord(json) ? Object.values(wireForms).find((form) => form.isEntry(json)) : null;
  if (!wire || !isRecord(json)) return bad("not an entry");
  const { timestamp, ...raw } = wire.readEntry(json);
  if (raw.signature === null || raw.signature === undefined) return bad("unsigned");
  const contentHash = parseHash(raw.contentHash);
  const publisherAddress = parseAddress(raw.publisherAddress);
  const signature = typeof raw.signature === "string" ? parseSignature(raw.signature) : null;
  if (contentHash === null) return bad("contentHash");
  if (publisherAddress === null) return bad("publisherAddress");
  if (signature === null) return bad("signature");
  if (!isCount(timestamp) || timestamp > lastSecond) return bad("timestamp");
  const entry: IndexEntry = {
    contentHash,
    publisherAddress,
    signature: signature.hex,
    timestamp,
    createdAt: parseTime(raw.createdAt) ?? isoSeconds(timestamp),
    contentKind: contentKinds.find((kind) => kind === raw.contentKind) ?? null,
    slug: cleanText(raw.slug, 255) || null,
  };
  return { ok: true, entry };
}

function bad(problem: string): IndexItem {
  return { ok: false, problem };
}

function parsePagination(json: Readonly<Record<string, unknown>>, entries: number): Pagination {
  const page = Math.max(count(json.page) ?? 1, 1);
  const limit = Math.max(count(json.limit) ?? entries, 1);
  const total = count(json.total) ?? entries;
  const totalPages = count(json.totalPages) ?? Math.ceil(total / limit);
  const { hasNextPage } = json;
  const previous = Object.values(wireForms).map((wire) => json[wire.hasPreviousPage]);
  return {
    page,
    limit,
    total,
    totalPages,
    hasNextPage: typeof hasNextPage === "boolean" ? hasNextPage : page < totalPages,
    hasPreviousPage: previous.find((value) => typeof value === "boolean") ?? page > 1,
  };
}

function count(value: unknown): number | null {
  return isCount(value) ? value : null;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
