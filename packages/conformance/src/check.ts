import type { EndpointName, Form } from "@freehold/protocol";
import type { TestContext } from "./test-context.ts";

/** The needs of a check besides the node's URL. */
export type Need =
  /** The suite's own peer, reachable for the node. */
  | "peer"
  /** The key of the node's owner. */
  | "owner"
  /** A node that also speaks the baseline form: a reference-only node behaves differently here. */
  | "baseline";

/** A right message. It is sent once in a run. */
export type Control = "follow" | "postedFollow" | "ownFollow" | "end" | "update" | "publish" | "replicate";

/** One rule of the specification, checked from outside. */
export interface Check {
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

/** The properties that several checks may share. */
export type SharedProperties = Omit<Check, "id" | "title" | "run">;

/** Checks by their ids, with the properties that they share. */
export function defineChecks(
  common: SharedProperties,
  checks: Readonly<Record<string, Partial<SharedProperties> & Pick<Check, "title" | "run">>>,
): readonly Check[] {
  return Object.entries(checks).map(([id, check]) => ({ ...common, ...check, id }));
}

/** The checked sections in order, with their names in the report. */
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

/** Endpoints of signed messages. */
export const signedEndpoints = [
  "createConnection",
  "destroyConnection",
  "publish",
  "updateNode",
  "replicate",
] as const satisfies readonly EndpointName[];
export type SignedEndpoint = (typeof signedEndpoints)[number];
