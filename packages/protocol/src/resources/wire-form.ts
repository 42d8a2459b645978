import { type Endpoint, endpoints } from "../endpoints.ts";
import type { Form } from "../messages/messages.ts";
import { type IndexQuery, parseIndexQuery } from "./query.ts";
import type { IndexPage, NodeProfile, PublicationEntry } from "./resources.ts";

/** A peer's index entry under our names, with unchecked values of any type. */
type RawEntry = Readonly<Partial<Record<keyof PublicationEntry, unknown>>>;

/**
 * The differences between the forms on the wire, except messages. Code that reads, requests or answers uses this table
 * and never compares the name of a form.
 */
export interface WireForm {
  readonly form: Form;

  /** Whether a profile is in this form. */
  isProfile(json: Readonly<Record<string, unknown>>): boolean;
  /** Whether an index entry is in this form. */
  isEntry(json: Readonly<Record<string, unknown>>): boolean;
  readEntry(json: Readonly<Record<string, unknown>>): RawEntry;
  readTimes(json: Readonly<Record<string, unknown>>): { createdAt?: unknown; updatedAt?: unknown };
  readonly hasPreviousPage: string;

  /** The parameter `since` for entries strictly newer than these Unix seconds, or for all; null: no parameter. */
  sinceParameter(seconds: number | null): string | null;
  /** The maximum number of entries in a request for a page. */
  readonly maxPageSize: number;
  /** The endpoint at which a publisher announces a publication. */
  readonly announceAt: Pick<Endpoint, "method" | "path">;
  /** Headers of a notification with the publisher's `updatedAt`. */
  readonly nodeUpdatedHeaders: readonly string[];
  /** How a follower sends its follow. */
  readonly followBy: "endpoint" | "graphql";

  /** @throws EwpError INVALID_LIMIT, INVALID_PAGE, then this form's error for `since` */
  parseIndexQuery(query: Readonly<Record<string, unknown>>): IndexQuery;
  /** The body of `GET /ewp/publications`. */
  writePage(page: IndexPage): object;
  /** The body of `GET /ewp/profile`. */
  writeProfile(profile: NodeProfile): object;
  /** `Content-Type` of Markdown. */
  readonly markdownType: string;
  /** `Content-Type` of a file, by its media type without parameters. */
  fileType(mediaType: string): string;
}

/** The specification's own form. */
export const baselineForm: WireForm = {
  form: "baseline",

  isProfile: (json) => Object.hasOwn(json, "ewpVersion"),
  isEntry: (json) => Object.hasOwn(json, "contentHash"),
  readEntry: (json) => json,
  readTimes: (json) => json,
  hasPreviousPage: "hasPreviousPage",

  sinceParameter: (seconds) => (seconds === null ? null : String(seconds)),
  maxPageSize: 1_000,
  announceAt: endpoints.publish,
  nodeUpdatedHeaders: ["X-Epress-Node-Updated"],
  followBy: "endpoint",

  parseIndexQuery,
  writePage: ({ data, pagination }) => ({
    data: data.map(({ commentCount, ...entry }) => entry),
    pagination,
  }),
  writeProfile: (profile) => profile,
  markdownType: "text/markdown; charset=utf-8",
  fileType: (mediaType) => mediaType,
};

/** The names of the header that says when the publisher's profile changed, in lower case (decisions 4). */
export const nodeUpdatedHeaders = [
  "x-epress-node-updated",
  "x-epress-profile-updated",
  "x-service-node-updated",
] as const;
