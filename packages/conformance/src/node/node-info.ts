import {
  type Address,
  type Form,
  type Hash,
  parseAddress,
  parseHash,
  parseNodeUrl,
  toChecksumAddress,
} from "@freehold/protocol";
import { agents, type NodeUnderTest } from "./client.ts";
import type { Reply } from "./reply.ts";

/** Facts about the node that the checks need. Read tolerantly: a fault here fails one check, not all. */
export interface NodeInfo {
  /** Null when the profile has no valid one. */
  readonly address: Address | null;
  /** The URL in the profile; without a valid one, the URL of the call. */
  readonly url: string;
  /** In the order of the index. */
  readonly entries: readonly Entry[];
  /** The detected forms; empty when none is detected. */
  readonly forms: readonly Form[];
}

export interface Entry {
  readonly contentHash: Hash;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly kind: "POST" | "FILE";
  readonly slug: string | null;
}

const maxPages = 5;

/** The signs of a form: a field in the profile or in the pagination of the index (decisions 6). */
const signsOf = {
  baseline: {
    profileAgent: agents.baseline,
    names: ["ewpVersion", "createdAt"],
    query: "limit=1",
    pagination: "hasPreviousPage",
  },
  reference: {
    profileAgent: "node",
    names: ["created_at", "updated_at"],
    query: "limit=1&since=1970-01-01T00:00:00.000Z",
    pagination: "hasPrevPage",
  },
} as const;

export async function readNodeInfo(node: NodeUnderTest, form: Form): Promise<NodeInfo> {
  const { json } = await node.get("/ewp/profile");
  const profile = asRecord(json);
  const given = profile.url;
  const url = parseNodeUrl(given) === null ? node.url : String(given);
  const forms: Form[] = [];
  for (const one of ["baseline", "reference"] as const) if (await speaks(node, one)) forms.push(one);
  return { address: readAddress(profile.address), url, entries: await readEntries(node, form), forms };
}

async function speaks(node: NodeUnderTest, form: Form): Promise<boolean> {
  const { profileAgent, names, query, pagination } = signsOf[form];
  const profile = asRecord((await node.get("/ewp/profile", { "user-agent": profileAgent })).json);
  if (names.some((name) => Object.hasOwn(profile, name))) return true;
  const page = await node.get(`/ewp/publications?${query}`, { "user-agent": agents[form] });
  return Object.hasOwn(asRecord(asRecord(page.json).pagination), pagination);
}

export function asRecord(value: unknown): Record<string, unknown> {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? (value as Record<string, unknown>) : {};
}

/** The code of a protocol error, or of the first GraphQL error. */
export function codeOf({ json }: Pick<Reply, "json">): unknown {
  const { error, errors } = asRecord(json);
  return error ?? asRecord(asRecord(asList(errors)[0]).extensions).code;
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function readAddress(value: unknown): Address | null {
  if (typeof value !== "string" || !/^0x[0-9a-f]{40}$/i.test(value)) return null;
  return parseAddress(value) ?? toChecksumAddress(value.toLowerCase() as Address);
}

async function readEntries(node: NodeUnderTest, form: Form): Promise<Entry[]> {
  const entries: Entry[] = [];
  const query = form === "baseline" ? "limit=1000" : "since=1970-01-01T00:00:00.000Z&limit=100";
  for (let page = 1; page <= maxPages; page++) {
    const { json } = await node.get(`/ewp/publications?${query}&page=${page}`);
    const { data, pagination } = asRecord(json);
    const read = asList(data).map((entry) => readEntry(asRecord(entry)));
    entries.push(...read.filter((entry) => entry !== null));
    if (asRecord(pagination).hasNextPage !== true) break;
  }
  return entries;
}

function readEntry(entry: Record<string, unknown>): Entry | null {
  const contentHash = parseHash(entry.contentHash ?? entry.content_hash);
  const timestamp = Number(entry.timestamp ?? Math.floor(Number(entry.created_at) / 1000));
  // A reference node also lists unsigned entries, and does not serve them to everybody.
  if (contentHash === null || entry.signature === null || !Number.isSafeInteger(timestamp)) return null;
  const slug = typeof entry.slug === "string" ? entry.slug : null;
  return { contentHash, timestamp, kind: /file/i.test(String(entry.contentKind)) ? "FILE" : "POST", slug };
}

/**
 * How far the node's clock is ahead of this machine's, in whole seconds, from its `Date` header. The header has no
 * fractions, so a difference under two seconds counts as zero.
 */
export function clockOffset(reply: Pick<Reply, "headers" | "receivedAt">): number {
  const nodeMs = Date.parse(reply.headers.date ?? "");
  const seconds = Math.round((nodeMs - reply.receivedAt) / 1000);
  return Number.isNaN(nodeMs) || Math.abs(seconds) < 2 ? 0 : seconds;
}
