import { contentHash, type Hash, isoSeconds } from "@freehold/protocol";
import type { Signer } from "../../../src/domain/access/signer.ts";
import type { Reply } from "./behaviour.ts";

/** Something that a peer publishes. */
export interface PeerPost {
  readonly contentHash: Hash;
  readonly body: Buffer;
  readonly entry: Readonly<Record<string, unknown>>;
  /** The signed proof. */
  readonly proof: ReturnType<Signer["sign"]>;
}

/** Who answers, and what it has. */
export interface PeerSelf {
  readonly signer: Signer;
  readonly url: string;
  title: string;
  readonly posts: readonly PeerPost[];
}

export function makePost(signer: Signer, text: string, timestamp: number): PeerPost {
  const body = Buffer.from(text);
  const hash = contentHash(body);
  const meaning = { contentHash: hash, publisherAddress: signer.address, timestamp };
  const proof = signer.sign("StatementOfSource", meaning);
  const { signature } = proof;
  const createdAt = isoSeconds(timestamp);
  return {
    contentHash: hash,
    body,
    proof,
    entry: { ...meaning, signature, createdAt, contentKind: "POST", slug: null },
  };
}

/** What a node says that has nothing to hide. */
export function answerHonestly(self: PeerSelf, method: string, path: string): Reply {
  const { pathname } = new URL(path, "https://localhost");
  if (method === "DELETE" || method === "PATCH") return { status: 204, headers: {}, body: Buffer.alloc(0) };
  if (method === "POST") return json(pathname === "/ewp/publications" ? 202 : 201, { status: "accepted" });
  if (pathname === "/ewp/profile") return json(200, profileOf(self));
  if (pathname === "/ewp/publications") return json(200, indexOf(self.posts));
  const post = self.posts.find(({ contentHash: hash }) => pathname === `/ewp/contents/${hash}`);
  if (!post) return json(404, { error: "CONTENT_NOT_FOUND" });
  return sized(200, "text/markdown; charset=utf-8", post.body);
}

function profileOf({ signer: { address }, url, title }: PeerSelf) {
  const at = isoSeconds(1_600_000_000);
  return { address, url, title, description: null, ewpVersion: "1", createdAt: at, updatedAt: at };
}

function indexOf(posts: readonly PeerPost[]) {
  const total = posts.length;
  const pagination = {
    page: 1,
    limit: 1_000,
    total,
    totalPages: 1,
    hasNextPage: false,
    hasPreviousPage: false,
  };
  return { data: posts.map(({ entry }) => entry), pagination };
}

function json(status: number, value: unknown): Reply {
  return sized(status, "application/json", Buffer.from(JSON.stringify(value)));
}

function sized(status: number, type: string, body: Buffer): Reply {
  return { status, headers: { "content-type": type, "content-length": String(body.length) }, body };
}
