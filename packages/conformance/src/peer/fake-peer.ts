import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { contentHash, type Form, type Hash, isoSeconds, typedDataFor } from "@freehold/protocol";
import { createKey, type Key, type LooseEnvelope, signBy } from "../signing/key.ts";

/** A request that the node made to a fake peer. */
export interface SeenRequest {
  readonly method: string;
  /** From `/ewp/` on, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The body, where it is JSON. */
  readonly json: unknown;
}

/** What a fake peer serves under a hash; the bytes may be others than those that were signed. */
export interface ServedContent {
  bytes: Uint8Array;
  headers: Record<string, string>;
  /** The reply waits for it. */
  ready?: Promise<void>;
}

export type AnswerProfile = (request: IncomingMessage, response: ServerResponse) => void;

/** One node of the suite's own: an identity with a URL, under which it answers as it is told. */
export interface FakePeer extends Key {
  readonly url: string;
  /** `Content-Type` of Markdown in its form. */
  readonly markdownType: string;
  /** How the profile is answered: right by default. */
  answerProfile: AnswerProfile;
  /** How a follow is answered that the node brings: taken by default. */
  answerFollow: readonly [status: number, json: object];
  readonly contents: ReadonlyMap<Hash, ServedContent>;
  /** Whatever the node has asked of it so far. */
  readonly requests: readonly SeenRequest[];
  /** Serves content and signs it, as of this second (Unix seconds). */
  publish(
    content: ServedContent,
    timestamp: number,
    primaryType?: "StatementOfSource" | "Publication",
  ): Publication;
  /** Serves this content no more. */
  forget(hash: Hash): void;
  note(request: SeenRequest): void;
  /** Waits until the node has asked for something; false when it has not after so many milliseconds. */
  saw(matches: (request: SeenRequest) => boolean, withinMs?: number): Promise<boolean>;
}

export interface Publication {
  readonly contentHash: Hash;
  readonly timestamp: number;
  readonly envelope: LooseEnvelope;
}

/**
 * @param form how its profile looks, from which nodes learn how to speak to it (decisions 6)
 * @param waitMs how long it waits for the node by default
 */
export function createFakePeer(url: string, form: Form, waitMs: number): FakePeer {
  const key = createMixedKey();
  const contents = new Map<Hash, ServedContent>();
  const requests: SeenRequest[] = [];
  const listeners = new Set<() => void>();
  return {
    ...key,
    url,
    markdownType: form === "baseline" ? "text/markdown; charset=utf-8" : "text/markdown",
    contents,
    requests,
    answerProfile: (_request, response) => answerJson(response, 200, profileOf(key, url, form)),
    answerFollow: [201, { status: "created" }],
    publish(content, timestamp, primaryType = "StatementOfSource") {
      const hash = contentHash(content.bytes);
      contents.set(hash, content);
      const meaning = { contentHash: hash, publisherAddress: key.address, timestamp };
      const typedData = typedDataFor("StatementOfSource", meaning);
      const named = primaryType === "Publication" ? asPublication(typedData) : typedData;
      return { contentHash: hash, timestamp, envelope: signBy(key, named) };
    },
    forget: (hash) => void contents.delete(hash),
    note(request) {
      requests.push(request);
      for (const listener of [...listeners]) listener();
    },
    saw(matches, withinMs = waitMs) {
      return new Promise((resolve) => {
        const settle = (found: boolean) => {
          clearTimeout(timer);
          listeners.delete(look);
          resolve(found);
        };
        const look = () => requests.some(matches) && settle(true);
        const timer = setTimeout(() => settle(false), withinMs);
        listeners.add(look);
        look();
      });
    },
  };
}

/** A key whose address has letters of both cases, as all but a few have: so that a wrong case is always wrong. */
function createMixedKey(): Key {
  const key = createKey();
  return /[a-f]/.test(key.address) && /[A-F]/.test(key.address) ? key : createMixedKey();
}

/** The profile that a node at this URL serves. */
export function profileOf({ address }: Pick<Key, "address">, url: string, form: Form = "baseline"): object {
  const time = isoSeconds(Math.floor(Date.now() / 1000) - 86_400);
  const common = { address, url, title: "Conformance peer" };
  return form === "baseline"
    ? { ...common, description: null, ewpVersion: "1", createdAt: time, updatedAt: time }
    : { ...common, description: "", created_at: time, updated_at: time };
}

export function answerJson(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
}

/** The same meaning under the name that the specification's table has (decisions 1). */
function asPublication({ domain, types, message }: LooseEnvelope["typedData"]): LooseEnvelope["typedData"] {
  const { contentHash: hash, publisherAddress: authorAddress, timestamp } = message;
  const Publication = [
    { name: "contentHash", type: "bytes32" },
    { name: "authorAddress", type: "address" },
    { name: "timestamp", type: "uint256" },
  ];
  return {
    domain,
    types: { EIP712Domain: types.EIP712Domain ?? [], Publication },
    primaryType: "Publication",
    message: { contentHash: hash, authorAddress, timestamp },
  };
}
