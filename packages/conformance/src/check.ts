import type { EndpointName, Form } from "@freehold/protocol";
import type { TestContext } from "./test-context.ts";

/** What a check can't do without, besides the node's URL. */
export type Need =
  /** The suite's own peer, and that the node reaches it. */
  | "peer"
  /** The key of the node's owner. */
  | "owner"
  /** A node that speaks the baseline form as well: one of the reference form alone does it otherwise. */
  | "baseline";

/** A right message, sent once in a run. */
export type Control = "follow" | "postedFollow" | "ownFollow" | "end" | "update" | "publish" | "replicate";

/** One thing that a node does, looked at from outside. */
export interface Check {
  /** Kebab case; never changes its meaning. */
  readonly id: string;
  /** Of the specification. */
  readonly section: Section;
  /** Where more of the rule is said: the part of the decisions. */
  readonly decisions?: number;
  /** What the node does when all is well, in words. */
  readonly title: string;
  readonly needs?: readonly Need[];
  /** What has to be taken first: that a wrong message is refused shows nothing of a node that refuses right ones too. */
  readonly controls?: readonly Control[];
  /** Whose behaviour it is: that of a baseline node unless it says something else. */
  readonly form?: Form | "both";
  /** Returns when all is well. Throws Unexpected, or Skipped with the reason. */
  run(context: TestContext): Promise<void>;
}

/** The sections that are looked at, in their order, with what the report calls them. */
export const sections = [
  ["2.1", "Node profile"],
  ["2.2", "Publication index entry"],
  ["2.3", "Pagination"],
  ["4.1", "GET /ewp/profile"],
  ["4.2", "GET /ewp/avatar"],
  ["4.3", "GET /ewp/publications"],
  ["4.4", "GET /ewp/contents/:contentHash"],
  ["4.5", "POST /ewp/connections"],
  ["4.6", "DELETE /ewp/connections"],
  ["4.7", "POST /ewp/publications"],
  ["4.8", "PATCH /ewp/nodes/:address"],
  ["4.9", "POST /ewp/replications"],
  ["4.11", "Variant forms"],
  ["5", "Signatures"],
  ["7", "Errors"],
  ["8", "Limits"],
  ["9", "Versioning"],
] as const;

export type Section = (typeof sections)[number][0];

/** Endpoints that take a signed message. */
export const signedEndpoints = [
  "createConnection",
  "destroyConnection",
  "publish",
  "updateNode",
  "replicate",
] as const satisfies readonly EndpointName[];
export type SignedEndpoint = (typeof signedEndpoints)[number];
