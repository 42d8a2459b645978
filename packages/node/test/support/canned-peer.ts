import {
  type Address,
  addressOfPrivateKey,
  contentHash,
  type Envelope,
  type Hash,
  isoSeconds,
  PeerError,
  type PeerRequest,
  type PeerResponse,
  signDigestWith,
  signEnvelope,
  type Transport,
} from "@freehold/protocol";

/** What a canned peer publishes, as its index and its contents give it. Tests change it as they like. */
export interface CannedPublication {
  contentHash: Hash;
  timestamp: number;
  envelope: Envelope;
  /** As JSON in the index. */
  entry: Record<string, unknown>;
  content: { status: number; headers: Record<string, string>; body: Uint8Array };
}

/** Another node at the network's edge: it has a key, and answers from memory. */
export interface CannedPeer {
  readonly privateKey: Uint8Array;
  readonly address: Address;
  readonly url: string;
  /** `null`: nobody answers. */
  profile: Record<string, unknown> | null;
  readonly publications: CannedPublication[];
  /** Entries of the index beside those of the publications, in front of them. */
  readonly extraEntries: unknown[];
  /** What it was asked: `GET /ewp/profile`. */
  readonly requests: string[];
  /** Bodies and headers of what was posted to it. */
  readonly posted: Array<{ path: string; body: unknown; headers: Record<string, string> }>;
  /** Answers instead, where it gives something. */
  override: ((request: PeerRequest, path: string) => PeerResponse | Promise<PeerResponse> | null) | null;
  readonly transport: Transport;
  publish(content: string | Uint8Array, fields?: PublishFields): CannedPublication;
}

export interface PublishFields {
  timestamp?: number;
  slug?: string;
  /** Of the reply; Markdown unless told otherwise. */
  mediaType?: string;
  headers?: Record<string, string>;
  /** What is signed, when it is not the content. */
  hash?: Hash;
}

export function createCannedPeer(number: number, now: () => number): CannedPeer {
  const privateKey = new Uint8Array(32).fill(number);
  const address = addressOfPrivateKey(privateKey);
  const url = `https://peer${number}.example`;
  const peer: CannedPeer = {
    privateKey,
    address,
    url,
    profile: {
      address,
      url,
      title: `Peer ${number}`,
      description: null,
      ewpVersion: "1",
      createdAt: isoSeconds(1_600_000_000),
      updatedAt: isoSeconds(1_600_000_000),
    },
    publications: [],
    extraEntries: [],
    requests: [],
    posted: [],
    override: null,
    transport: async (request) => {
      const path = request.url.slice(url.length);
      peer.requests.push(`${request.method} ${path}`);
      if (request.signal?.aborted) throw request.signal.reason;
      return (await peer.override?.(request, path)) ?? answer(peer, request, new URL(request.url));
    },
    publish(content, fields = {}) {
      const publication = makePublication(privateKey, content, {
        timestamp: Math.floor(now() / 1000),
        ...fields,
      });
      peer.publications.push(publication);
      return publication;
    },
  };
  return peer;
}

function makePublication(
  privateKey: Uint8Array,
  content: string | Uint8Array,
  fields: PublishFields & { timestamp: number },
): CannedPublication {
  const body = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const { timestamp, slug = null, mediaType = "text/markdown; charset=utf-8", headers = {} } = fields;
  const hash = fields.hash ?? contentHash(body);
  const publisherAddress = addressOfPrivateKey(privateKey);
  const meaning = { contentHash: hash, publisherAddress, timestamp };
  const envelope = signEnvelope("StatementOfSource", meaning, signDigestWith(privateKey));
  return {
    contentHash: hash,
    timestamp,
    envelope,
    entry: {
      ...meaning,
      signature: envelope.signature,
      createdAt: isoSeconds(timestamp),
      contentKind: mediaType.startsWith("text/markdown") ? "POST" : "FILE",
      slug,
    },
    content: {
      status: 200,
      headers: { "content-type": mediaType, "content-length": String(body.length), ...headers },
      body,
    },
  };
}

function answer(peer: CannedPeer, request: PeerRequest, url: URL): PeerResponse {
  if (peer.profile === null) throw new PeerError("unreachable", "The connection failed.");
  if (request.method === "POST") {
    peer.posted.push({ path: url.pathname, body: JSON.parse(request.body ?? ""), headers: request.headers });
    return jsonReply(url.pathname === "/ewp/publications" ? 202 : 201, { status: "accepted" });
  }
  if (url.pathname === "/ewp/profile") return jsonReply(200, peer.profile);
  if (url.pathname === "/ewp/publications") return jsonReply(200, indexPage(peer, url.searchParams));
  return content(peer, url);
}

function indexPage(peer: CannedPeer, query: URLSearchParams) {
  const entries = [...peer.extraEntries, ...peer.publications.map(({ entry }) => entry)];
  const [page, limit] = [Number(query.get("page") ?? "1"), Number(query.get("limit") ?? "100")];
  const totalPages = Math.ceil(entries.length / limit);
  return {
    data: entries.slice((page - 1) * limit, page * limit),
    pagination: {
      page,
      limit,
      total: entries.length,
      totalPages,
      hasNextPage: page < totalPages,
      hasPreviousPage: page > 1,
    },
  };
}

function content(peer: CannedPeer, url: URL): PeerResponse {
  const found = peer.publications.find(
    ({ contentHash, timestamp }) =>
      url.pathname === `/ewp/contents/${contentHash}` &&
      url.searchParams.get("timestamp") === String(timestamp),
  );
  if (!found) return jsonReply(404, { error: "CONTENT_NOT_FOUND" });
  const { status, headers, body } = found.content;
  return { status, headers, body: inPieces(body) };
}

/** An answer in JSON, as a node gives it. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): PeerResponse {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return { status, headers: { "content-type": "application/json", ...headers }, body: inPieces(bytes) };
}

/** Bytes as they come over a network. */
export async function* inPieces(bytes: Uint8Array, size = 16_384): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
