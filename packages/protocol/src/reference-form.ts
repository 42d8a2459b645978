import type { WireForm } from "./wire-form.ts";

/** What epress 0.2.11 speaks (decisions 6): snake_case, times as integer milliseconds, `since` as an inclusive ISO time. */
export const referenceForm: WireForm = {
  form: "reference",
  isProfile: (json) => !Object.hasOwn(json, "ewpVersion"),
  isEntry: (json) => Object.hasOwn(json, "content_hash"),
  readEntry: (json) => ({
    contentHash: json.content_hash,
    publisherAddress: json.author_address,
    signature: json.signature,
    timestamp: typeof json.created_at === "number" ? Math.floor(json.created_at / 1000) : json.created_at,
    createdAt: json.created_at,
    contentKind: null,
    slug: json.slug,
  }),
  readTimes: (json) => ({ createdAt: json.created_at, updatedAt: json.updated_at }),
  hasPreviousPage: "hasPrevPage",
  sinceParameter: (seconds) => new Date(Math.min((seconds + 1) * 1000, 8.64e15)).toISOString(),
  nodeUpdatedHeaders: ["X-Epress-Node-Updated", "X-Epress-Profile-Updated"],
};
