import { endpoints } from "../endpoints.ts";
import { parseTime } from "../messages/fields.ts";
import { parseIndexQuery } from "./query.ts";
import type { IndexPage } from "./resources.ts";
import type { WireForm } from "./wire-form.ts";

/** The form of epress 0.2.11 (decisions 6): snake_case, integer milliseconds, `since` as an inclusive ISO time. */
export const referenceForm: WireForm = {
  form: "reference",

  isProfile: (json) => !Object.hasOwn(json, "ewpVersion"),
  isEntry: (json) => Object.hasOwn(json, "content_hash"),
  readEntry: (json) => ({
    contentHash: json.content_hash,
    publisherAddress: json.author_address,
    signature: json.signature,
    timestamp: secondOf(json.created_at),
    createdAt: json.created_at,
    slug: json.slug,
  }),
  readTimes: (json) => ({ createdAt: json.created_at, updatedAt: json.updated_at }),
  hasPreviousPage: "hasPrevPage",

  sinceParameter: (seconds) => isoMs(seconds === null ? 0 : (seconds + 1) * 1000),
  // The page size of its own requests.
  maxPageSize: 100,
  announceAt: endpoints.replicate,
  nodeUpdatedHeaders: ["X-Epress-Node-Updated", "X-Epress-Profile-Updated"],
  followBy: "graphql",

  parseIndexQuery: (query) => parseIndexQuery(query, { read: readSince, error: "INVALID_SINCE_FORMAT" }),
  writePage: ({ data, pagination }) => {
    const { hasPreviousPage, ...rest } = pagination;
    return { data: data.map(writeEntry), pagination: { ...rest, hasPrevPage: hasPreviousPage } };
  },
  // It fails on null with 500, which prevents a follow (decisions 9).
  writeProfile: (profile) => ({
    ...profile,
    description: profile.description ?? "",
    created_at: profile.createdAt,
    updated_at: profile.updatedAt,
  }),
  // It compares the whole text; any other type is a file.
  markdownType: "text/markdown",
  fileType: (mediaType) => (mediaType === "text/markdown" ? "text/plain; charset=utf-8" : mediaType),
};

/** Rows from other programs have their time as text. */
function secondOf(time: unknown): unknown {
  const ms = typeof time === "string" ? Date.parse(parseTime(time) ?? "") : time;
  return typeof ms === "number" && !Number.isNaN(ms) ? Math.floor(ms / 1000) : null;
}

function writeEntry(entry: IndexPage["data"][number]): object {
  return {
    content_hash: entry.contentHash,
    author_address: entry.publisherAddress,
    signature: entry.signature,
    comment_count: entry.commentCount,
    created_at: entry.timestamp * 1000,
    slug: entry.slug,
  };
}

/** Converts an inclusive ISO time to our exclusive seconds. */
function readSince(value: unknown): number | null {
  const time = typeof value === "string" ? parseTime(value) : null;
  return time === null ? null : Math.ceil(Date.parse(time) / 1000) - 1;
}

function isoMs(ms: number): string {
  return new Date(Math.min(ms, 8.64e15)).toISOString();
}
