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

/** Content that a fake peer serves under a hash. The bytes may differ from the signed ones. */
export interface ServedContent {
  bytes: Uint8Array;
  headers: Record<string, string>;
  /** Delays the reply. */
  ready?: Promise<void>;
}

export type AnswerProfile = (request: IncomingMessage, response: ServerResponse) => void;

/** A node of the suite: an identity with a URL and configurable replies. */
export class FakePeer implements Key {
  readonly #key = createMixedKey();
  readonly #contents = new Map<Hash, ServedContent>();
  readonly #requests: SeenRequest[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #waitMs: number;
  readonly address = this.#key.address;
  readonly sign = this.#key.sign;
  readonly url: string;
  /** `Content-Type` of Markdown in its form. */
  readonly markdownType: string;
  /** Replies to a request for the profile; right by default. */
  answerProfile: AnswerProfile;
  /** The reply to a follow from the node; accepted by default. */
  answerFollow: readonly [status: number, json: object] = [201, { status: "created" }];
  readonly contents: ReadonlyMap<Hash, ServedContent> = this.#contents;
  /** Every request of the node so far. */
  readonly requests: readonly SeenRequest[] = this.#requests;

  /**
   * @param form the form of its profile, from which nodes learn which form to speak (decisions 6)
   * @param waitMs how long it waits for a request of the node
   */
  constructor(url: string, form: Form, waitMs: number) {
    this.url = url;
    this.#waitMs = waitMs;
    this.markdownType = form === "baseline" ? "text/markdown; charset=utf-8" : "text/markdown";
    this.answerProfile = (_request, response) => answerJson(response, 200, profileOf(this, url, form));
  }

  /** Serves content and signs it with this time, Unix seconds. */
  publish(
    content: ServedContent,
    timestamp: number,
    primaryType: "StatementOfSource" | "Publication" = "StatementOfSource",
  ): Publication {
    const hash = contentHash(content.bytes);
    this.#contents.set(hash, content);
    const meaning = { contentHash: hash, publisherAddress: this.address, timestamp };
    const typedData = typedDataFor("StatementOfSource", meaning);
    const named = primaryType === "Publication" ? asPublication(typedData) : typedData;
    return { contentHash: hash, timestamp, envelope: signBy(this, named) };
  }

  removeContent(hash: Hash): void {
    this.#contents.delete(hash);
  }

  recordRequest(request: SeenRequest): void {
    this.#requests.push(request);
    for (const listener of [...this.#listeners]) listener();
  }

  /** How often the node read its profile, from this request on. */
  profileReads(from = 0): number {
    return this.requests.slice(from).filter(({ path }) => path === "/ewp/profile").length;
  }

  /** Waits for a matching request, past or future; false after the run's `waitMs`. */
  waitForRequest(matches: (request: SeenRequest) => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (found: boolean) => {
        clearTimeout(timer);
        this.#listeners.delete(check);
        resolve(found);
      };
      const check = () => this.requests.some(matches) && settle(true);
      const timer = setTimeout(() => settle(false), this.#waitMs);
      this.#listeners.add(check);
      check();
    });
  }
}

/** A failure in place of the profile. */
export const answerFailure: AnswerProfile = (_request, response) => void response.writeHead(500).end();

export interface Publication {
  readonly contentHash: Hash;
  readonly timestamp: number;
  readonly envelope: LooseEnvelope;
}

/** A key whose address has letters of both cases, so that a change of case always breaks the checksum. */
function createMixedKey(): Key {
  const key = createKey();
  return /[a-f]/.test(key.address) && /[A-F]/.test(key.address) ? key : createMixedKey();
}

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

/** The same message under the name in the specification's table (decisions 1). */
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
