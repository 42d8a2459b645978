import { Address, Form, Hash, Hex, TypeMember } from "@freehold/protocol";
import { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
interface Reply {
  readonly status: number;
  /** By lower-case name; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The parsed body; undefined when it is no JSON. */
  readonly json: unknown;
  /** Milliseconds of the Unix epoch on this machine's clock. */
  readonly receivedAt: number;
  /** Method and path. */
  readonly request?: string;
}
interface CallOptions {
  headers?: Record<string, string>;
  /** An object or array is sent as JSON with its content type; text and bytes are sent unchanged, without one. */
  body?: unknown;
}
type NodeUnderTest = ReturnType<typeof createNodeUnderTest>;
/**
 * A client of the node under test.
 *
 * @param url HTTPS base URL
 * @param options.form selects the user agent
 * @param options.ca an authority to trust, PEM, in place of the well-known ones
 */
declare function createNodeUnderTest(url: string, { ca, form }?: {
  ca?: string;
  form?: Form;
}): {
  /** Without a trailing slash. */
  url: string;
  /** Every error reply of a path under `/ewp/` so far, for the checks of all errors. */
  refusals: readonly Reply[];
  call: (method: string, path: string, { headers, body }?: CallOptions) => Promise<Reply>;
  get: (path: string, headers?: Record<string, string>) => Promise<Reply>;
  [Symbol.dispose]: () => void;
};
/** Facts about the node that the checks need. Read tolerantly: a fault here fails one check, not all. */
interface NodeInfo {
  /** Null when the profile has no valid one. */
  readonly address: Address | null;
  /** The URL in the profile; without a valid one, the URL of the call. */
  readonly url: string;
  /** In the order of the index. */
  readonly entries: readonly Entry[];
  /** The detected forms; empty when none is detected. */
  readonly forms: readonly Form[];
}
interface Entry {
  readonly contentHash: Hash;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly kind: "POST" | "FILE";
  readonly slug: string | null;
}
/** Typed data that may be wrong in any part. */
interface LooseTypedData {
  domain: Record<string, unknown>;
  types: Record<string, TypeMember[]>;
  primaryType: string;
  message: Record<string, unknown>;
}
/** The key of a fake peer or of the node's owner. */
interface Key {
  readonly address: Address;
  /** 65 bytes with `v` 27 or 28, over the typed data as given; over its JSON if it can't be hashed. */
  sign(typedData: LooseTypedData): Hex;
}
/** The body of a signed request, which may be wrong. */
interface LooseEnvelope {
  typedData: LooseTypedData;
  signature: Hex;
}
/** A request that the node made to a fake peer. */
interface SeenRequest {
  readonly method: string;
  /** From `/ewp/` on, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The body, where it is JSON. */
  readonly json: unknown;
}
/** Content that a fake peer serves under a hash. The bytes may differ from the signed ones. */
interface ServedContent {
  bytes: Uint8Array;
  headers: Record<string, string>;
  /** Delays the reply. */
  ready?: Promise<void>;
}
type AnswerProfile = (request: IncomingMessage, response: ServerResponse) => void;
/** A node of the suite: an identity with a URL and configurable replies. */
declare class FakePeer implements Key {
  #private;
  readonly address: `0x${string}`;
  readonly sign: (typedData: LooseTypedData) => import("@freehold/protocol").Hex;
  readonly url: string;
  /** `Content-Type` of Markdown in its form. */
  readonly markdownType: string;
  /** Replies to a request for the profile; right by default. */
  answerProfile: AnswerProfile;
  /** The reply to a follow from the node; accepted by default. */
  answerFollow: readonly [status: number, json: object];
  readonly contents: ReadonlyMap<Hash, ServedContent>;
  /** Every request of the node so far. */
  readonly requests: readonly SeenRequest[];
  /**
   * @param form the form of its profile, from which nodes learn which form to speak (decisions 6)
   * @param waitMs how long it waits for a request of the node
   */
  constructor(url: string, form: Form, waitMs: number);
  /** Serves content and signs it with this time, Unix seconds. */
  publish(content: ServedContent, timestamp: number, primaryType?: "StatementOfSource" | "Publication"): Publication;
  removeContent(hash: Hash): void;
  recordRequest(request: SeenRequest): void;
  /** How often the node read its profile, from this request on. */
  profileReads(from?: number): number;
  /** Waits for a matching request, past or future; false after the run's `waitMs`. */
  waitForRequest(matches: (request: SeenRequest) => boolean): Promise<boolean>;
}
interface Publication {
  readonly contentHash: Hash;
  readonly timestamp: number;
  readonly envelope: LooseEnvelope;
}
/** The context of one check. */
interface TestContext {
  readonly form: Form;
  readonly node: NodeUnderTest;
  readonly info: NodeInfo;
  /** The node's address. Skips the check when its profile has no valid one. */
  readonly address: Address;
  /** The owner's key. Skips the check when the call has none. */
  readonly owner: Key;
  readonly hasOwner: boolean;
  /** The node's time, Unix seconds. */
  now(): number;
  /** Milliseconds to wait for an action of the node after its reply. */
  readonly waitMs: number;
  /** Milliseconds without a request, after which the node is considered idle. */
  readonly quietMs: number;
  /** Creates a node of the suite that no other node knows. */
  fakePeer(): FakePeer;
  /** The node's first content of this kind. Skips the check when there is none. */
  sample(kind: SampleKind): Promise<Sample>;
  /** Runs `work` after the check, also after a failed one. An error of it goes into the report's notes. */
  onCleanup(what: string, work: () => Promise<void>): void;
}
type SampleKind = "any" | "post" | "file" | "image" | "slug";
/** A publication of the node and the reply with its content. */
interface Sample {
  readonly contentHash: string;
  readonly timestamp: number;
  readonly slug: string | null;
  /** `/ewp/contents/0x…` */
  readonly path: string;
  readonly reply: Reply;
}
/** The needs of a check besides the node's URL. */
type Need =
/** The suite's own peer, reachable for the node. */
"peer" |
/** The key of the node's owner. */
"owner" |
/** A node that also speaks the baseline form: a reference-only node behaves differently here. */
"baseline";
/** A right message. It is sent once in a run. */
type Control = "follow" | "postedFollow" | "ownFollow" | "end" | "update" | "publish" | "replicate";
/** One rule of the specification, checked from outside. */
interface Check {
  /** Kebab case; its meaning never changes. */
  readonly id: string;
  /** A section of the specification. */
  readonly section: Section;
  /** The part of the decisions that details the rule. */
  readonly decisions?: number;
  /** The behaviour of a correct node. */
  readonly title: string;
  readonly needs?: readonly Need[];
  /** Right messages that the node must accept first: a refusal shows nothing about a node that refuses everything. */
  readonly controls?: readonly Control[];
  /** The form that the rule belongs to; baseline by default. */
  readonly form?: Form | "both";
  /** Returns if the node passes. Throws Unexpected, or Skipped with the reason. */
  run(context: TestContext): Promise<void>;
}
/** The checked sections in order, with their names in the report. */
export declare const sections: readonly [readonly ["2.1", "Node profile"], readonly ["2.2", "Publication index entry"], readonly ["2.3", "Pagination"], readonly ["4.1", "GET /ewp/profile"], readonly ["4.2", "GET /ewp/avatar"], readonly ["4.3", "GET /ewp/publications"], readonly ["4.4", "GET /ewp/contents/:contentHash"], readonly ["4.5", "POST /ewp/connections"], readonly ["4.6", "DELETE /ewp/connections"], readonly ["4.7", "POST /ewp/publications"], readonly ["4.8", "PATCH /ewp/nodes/:address"], readonly ["4.9", "POST /ewp/replications"], readonly ["4.11", "Variant forms"], readonly ["5", "Signatures"], readonly ["7", "Errors"], readonly ["8", "Limits"], readonly ["9", "Versioning"]];
type Section = (typeof sections)[number][0];
/** Every check of the suite. */
export declare const checks: readonly Check[];
interface PeerOptions {
  /** How the node under test reaches this peer: HTTPS base URL. By default this machine, as `localhost`. */
  readonly url?: string;
  /** The address to listen on: by default a free loopback port; with `url`, the URL's port on every address. */
  readonly host?: string;
  readonly port?: number;
  /** A certificate that the node trusts; by default a new self-signed one. */
  readonly certificate?: Certificate;
}
/** PEM texts, as a TLS server takes them. */
interface Certificate {
  readonly cert: string;
  readonly key: string;
}
/**
 * - `differs`: the node does something else than Freehold, where the specification leaves it open. That is no fault.
 * - `notShown`: the node refuses a right message that the check needs, so the check shows nothing.
 */
type Outcome = "passed" | "failed" | "differs" | "notShown" | "skipped";
interface CheckResult extends Pick<Check, "id" | "section" | "title"> {
  /** The part of the decisions that details the rule. */
  readonly decisions: number | null;
  readonly outcome: Outcome;
  /** For a check that failed, or found a difference. */
  readonly expected: string | null;
  readonly actual: string | null;
  /** For a skipped check, or one that shows nothing. */
  readonly reason: string | null;
  readonly durationMs: number;
}
interface Report {
  readonly node: string;
  /** The checked form. */
  readonly form: Form;
  /** The detected forms of the node; may be empty. */
  readonly speaks: readonly Form[];
  /** The URL of the suite's peer, and the reason if the node did not reach it. */
  readonly peer: {
    readonly url: string;
    readonly problem: string | null;
  };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly counts: Readonly<Record<Outcome, number>>;
  /** Ordered by section. */
  readonly results: readonly CheckResult[];
  /** Errors of cleanups. */
  readonly notes: readonly string[];
}
interface ConformanceOptions {
  /** The node's HTTPS base URL. */
  readonly url: string;
  /** The form to check; baseline by default. */
  readonly form?: Form;
  /** An authority to trust for the node's certificate, PEM, in place of the well-known ones. */
  readonly ca?: string;
  readonly peer?: PeerOptions;
  /** The private key of the node's owner, 32 bytes: for the checks that need it. */
  readonly ownerKey?: Uint8Array;
  /** Selects checks: a part of the id, where `*` matches any text, or a predicate. */
  readonly only?: string | ((check: Check) => boolean);
  /** Whether a node fails for Freehold's own decisions, too, where the specification leaves something open. */
  readonly strict?: boolean;
  /** Milliseconds to wait for an action of the node after its reply; 10,000 by default. */
  readonly waitMs?: number;
  /** Milliseconds without a request, after which the node is considered idle; 300 by default. */
  readonly quietMs?: number;
  readonly signal?: AbortSignal;
  /** Called before the first check. */
  readonly onStart?: (start: Pick<Report, "node" | "form" | "speaks">) => void;
  /** Called with each result, in the order of the report. */
  readonly onResult?: (result: CheckResult) => void;
}
/** The suite could not start: a wrong call, or no node at the URL. */
export declare class ConformanceError extends Error {
  readonly name = "ConformanceError";
  readonly code: "WRONG_CALL" | "NO_NODE";
  constructor(code: ConformanceError["code"], message: string, options?: ErrorOptions);
}
/**
 * Checks a node from outside, section by section of the specification, and ends every follow that it made. If the node
 * speaks only the other form, only the check `form-spoken` runs.
 *
 * @throws ConformanceError for a wrong call, or without a node at the URL
 */
export declare function runConformance(options: ConformanceOptions): Promise<Report>;
export type { Check, CheckResult, ConformanceOptions, Need, Outcome, PeerOptions, Report, Section };