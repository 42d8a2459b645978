import { createHash } from "node:crypto";
import type { Address, Hex } from "viem";
import type { CallOut } from "./call-out.ts";
import { asRecord, badSignature, readMessage, type SignedMessage } from "./messages.ts";
import { invalid, Refusal } from "./refusal.ts";
import {
  hasPublication,
  isConnected,
  type ReferenceNode,
  type ReferencePublication,
  type ReferenceState,
  saveNode,
  timeOf,
} from "./state.ts";

const pageSize = 100;
const mostPages = 10;
/** Nothing older is caught up with. */
const firstStart = Date.parse("2025-09-15T00:00:00.000Z");
const mostFailures = 3;
const leaveOutMs = 24 * 60 * 60 * 1000;

/** POST /ewp/replications: the content is pulled before the answer. */
export async function acceptReplication(
  state: ReferenceState,
  out: CallOut,
  body: unknown,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { message, signed } = await readMessage("StatementOfSource", body, { window: false });
  const publisher = state.nodes.get(message.publisherAddress);
  if (!publisher || !isConnected(state, state.node.address, publisher.address)) {
    throw new Refusal(401, "NOT_FOLLOWING", "Nobody here follows it.");
  }
  if (hasPublication(state, message.contentHash, message.publisherAddress, message.timestamp)) {
    throw new Refusal(409, "REPLICATION_ALREADY_EXISTS", "It is here already.");
  }
  // A profile that is refused is logged there, and the publication is pulled all the same.
  await refreshProfile(state, out, publisher, headers["x-epress-profile-updated"]).catch(() => {});
  await pull(state, out, signed);
}

/** The header says when the publisher's profile changed; it knows no other name of it. */
async function refreshProfile(
  state: ReferenceState,
  out: CallOut,
  known: ReferenceNode,
  updated: string | undefined,
): Promise<void> {
  if (updated === undefined || !(new Date(updated).getTime() > known.updated_at)) return;
  const profile = await out.profile(known.url);
  if (profile?.address === known.address && timeOf(profile.updated_at) > known.updated_at)
    saveNode(state, profile);
}

/**
 * Pulls what everybody who is followed has published since a catch-up last took everything: only when the node starts. Whoever failed
 * three times in a row is left out for a day.
 */
export async function syncAll(state: ReferenceState, out: CallOut, now: number): Promise<void> {
  const followed = state.connections.filter(({ follower }) => follower === state.node.address);
  for (const { followee } of followed) {
    const publisher = state.nodes.get(followee);
    if (!publisher) continue;
    const known = state.catchUps.get(followee) ?? { lastSuccess: null, lastAttempt: 0, failuresInARow: 0 };
    if (known.failuresInARow >= mostFailures && now - known.lastAttempt < leaveOutMs) continue;
    const isWhole = await syncOne(state, out, publisher, known.lastSuccess ?? firstStart);
    state.catchUps.set(followee, {
      lastSuccess: isWhole ? now : known.lastSuccess,
      lastAttempt: now,
      failuresInARow: isWhole ? 0 : known.failuresInARow + 1,
    });
  }
}

/** @returns whether everything that is listed was taken, or is there already */
async function syncOne(
  state: ReferenceState,
  out: CallOut,
  { url }: ReferenceNode,
  from: number,
): Promise<boolean> {
  const since = new Date(from).toISOString();
  let isWhole = true;
  for (let page = 1; page <= mostPages; page += 1) {
    const query = new URLSearchParams({ since, limit: String(pageSize), page: String(page) });
    const reply = await out.sync(`${url}/ewp/publications?${query}`).catch(() => null);
    if (reply?.status !== 200) return false;
    const { data, pagination } = Object(reply.json) as {
      data: unknown[];
      pagination: Record<string, unknown>;
    };
    for (const entry of data)
      await takeEntry(state, out, asRecord(entry)).catch(() => {
        isWhole = false;
      });
    if (pagination.hasNextPage !== true) return isWhole;
  }
  return isWhole;
}

async function takeEntry(state: ReferenceState, out: CallOut, entry: Record<string, unknown>): Promise<void> {
  const { content_hash, author_address, signature, created_at, slug } = entry;
  if (typeof created_at !== "number") throw invalid("created_at is no number.");
  const message = {
    contentHash: content_hash as Hex,
    publisherAddress: author_address as Address,
    timestamp: Math.floor(created_at / 1000),
  };
  if (hasPublication(state, message.contentHash, message.publisherAddress, message.timestamp)) return;
  const types = {
    StatementOfSource: [
      { name: "contentHash", type: "bytes32" },
      { name: "publisherAddress", type: "address" },
      { name: "timestamp", type: "uint64" },
    ],
  };
  const domain = { name: "epress world", version: "1", chainId: 1 };
  const typedData = { domain, types, primaryType: "StatementOfSource", message };
  await pull(state, out, { typedData, signature: signature as Hex }, typeof slug === "string" ? slug : null);
}

/** @param listedSlug what the index says, for content without a link */
async function pull(
  state: ReferenceState,
  out: CallOut,
  signed: SignedMessage,
  listedSlug: string | null = null,
): Promise<void> {
  const { message, signer } = await readMessage("StatementOfSource", signed, { window: false });
  const { contentHash, publisherAddress, timestamp } = message;
  if (signer !== publisherAddress) throw badSignature();
  const url = state.nodes.get(publisherAddress)?.url;
  const reply = await out.sync(`${url}/ewp/contents/${contentHash}?timestamp=${timestamp}`);
  if (reply.status !== 200) throw new Refusal(500, "INTERNAL_ERROR", "The content could not be read.");
  // The whole text of the header: with a charset behind it, it is a file.
  const mimetype = reply.headers["content-type"] ?? "application/octet-stream";
  const type = mimetype === "text/markdown" ? "POST" : "FILE";
  // A text is decoded before it is hashed, which drops a byte-order mark and changes what is no UTF-8.
  const bytes = type === "POST" ? Buffer.from(new TextDecoder().decode(reply.body)) : reply.body;
  if (`0x${createHash("sha256").update(bytes).digest("hex")}` !== contentHash) {
    throw new Refusal(400, "CONTENT_HASH_MISMATCH", "The content is another.");
  }
  const description = decodeURIComponent(reply.headers["content-description"] ?? "");
  if (type === "FILE" && description === "") {
    throw new Refusal(400, "CONTENT_DESCRIPTION_MISSING", "A file has a description.");
  }
  if (type === "POST" && bytes.length === 0) throw invalid("A post has a text.");
  const slug = slugOf(reply.headers.link) ?? listedSlug;
  const isTaken = (one: ReferencePublication) => one.slug === slug && one.author_address === publisherAddress;
  if (slug !== null && state.publications.some(isTaken)) {
    throw new Refusal(500, "INTERNAL_ERROR", "Another publication of its publisher has this slug.");
  }
  state.publications.push({
    content_hash: contentHash,
    author_address: publisherAddress,
    signature: signed.signature,
    slug,
    description: description || null,
    created_at: timestamp * 1000,
    type,
    bytes,
    mimetype,
    filename: null,
  });
}

/** The last part of the canonical link as it stands there, percent signs and all. */
function slugOf(link = ""): string | null {
  const canonical = /<([^>]+)>;\s*rel=["']canonical["']/i.exec(link)?.[1] ?? "";
  return /\/slug\/([^/]+)$/.exec(canonical)?.[1] ?? null;
}
