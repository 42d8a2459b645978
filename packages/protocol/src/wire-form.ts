import type { Form } from "./messages.ts";
import { referenceForm } from "./reference-form.ts";

/** An index entry as a peer gave it, under our names and of any type: nothing is believed yet. */
interface RawEntry {
  contentHash: unknown;
  publisherAddress: unknown;
  signature: unknown;
  timestamp: unknown;
  createdAt: unknown;
  contentKind: unknown;
  slug: unknown;
}

/** Where one form differs from the other on the wire, messages aside. Whoever reads or asks a peer goes by this. */
export interface WireForm {
  readonly form: Form;
  /** Whether a profile is in this form. */
  isProfile(json: Readonly<Record<string, unknown>>): boolean;
  /** Whether an index entry is in this form. */
  isEntry(json: Readonly<Record<string, unknown>>): boolean;
  readEntry(json: Readonly<Record<string, unknown>>): RawEntry;
  readTimes(json: Readonly<Record<string, unknown>>): { createdAt: unknown; updatedAt: unknown };
  readonly hasPreviousPage: string;
  /** The parameter `since` that asks for what is strictly newer than these Unix seconds. */
  sinceParameter(seconds: number): string;
  /** Headers in which a notification carries the publisher's `updatedAt`. */
  readonly nodeUpdatedHeaders: readonly string[];
}

/** The specification's own form. */
const baselineForm: WireForm = {
  form: "baseline",
  isProfile: (json) => Object.hasOwn(json, "ewpVersion"),
  isEntry: (json) => Object.hasOwn(json, "contentHash"),
  readEntry: (json) => ({
    contentHash: json.contentHash,
    publisherAddress: json.publisherAddress,
    signature: json.signature,
    timestamp: json.timestamp,
    createdAt: json.createdAt,
    contentKind: json.contentKind,
    slug: json.slug,
  }),
  readTimes: ({ createdAt, updatedAt }) => ({ createdAt, updatedAt }),
  hasPreviousPage: "hasPreviousPage",
  sinceParameter: String,
  nodeUpdatedHeaders: ["X-Epress-Node-Updated"],
};

export const wireForms: Readonly<Record<Form, WireForm>> = {
  baseline: baselineForm,
  reference: referenceForm,
};

/** The names of the header that says when the publisher's profile changed, in lower case (decisions 4). */
export const nodeUpdatedHeaders = [
  "x-epress-node-updated",
  "x-epress-profile-updated",
  "x-service-node-updated",
];
