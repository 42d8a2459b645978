import { EwpError } from "@freehold/protocol";
import { errorAnswer, jsonAnswer } from "../right-node/http.ts";
import { changeAnswer, changeEntries, changeJson, changePagination, type Fault } from "./fault.ts";

const profile = "/ewp/profile";

/** By field: a value of a type that it never has, a number unless it is said, and the checks that must say so. */
const profileOfAnotherType: Readonly<Record<string, { value?: unknown; fails: string[] }>> = {
  address: { fails: ["profile-fields", "profile-address-checksum"] },
  url: { fails: ["profile-fields", "profile-url"] },
  title: { fails: ["profile-fields", "profile-title"] },
  description: { fails: ["profile-description"] },
  ewpVersion: { value: ["1"], fails: ["profile-fields", "version-of-profile"] },
  createdAt: { value: 1_700_000_000_000, fails: ["profile-fields", "profile-times"] },
  updatedAt: { value: null, fails: ["profile-fields", "profile-times", "profile-updated-in-seconds"] },
};

export const readFaults: readonly Fault[] = [
  {
    name: "profile-address-in-lower-case",
    wrong: changeJson(profile, (json) => ({ ...json, address: String(json.address).toLowerCase() })),
    fails: ["profile-address-checksum"],
  },
  {
    name: "profile-description-empty",
    wrong: changeJson(profile, (json) => ({ ...json, description: "" })),
    fails: ["profile-description"],
  },
  {
    name: "profile-description-absent",
    wrong: changeJson(profile, ({ description: _absent, ...json }) => json),
    fails: ["profile-fields", "profile-description"],
  },
  ...Object.entries(profileOfAnotherType).map(
    ([field, { value = 42, fails }]): Fault => ({
      name: `profile-${field}-of-another-type`,
      wrong: changeJson(profile, (json) => ({ ...json, [field]: value })),
      fails,
    }),
  ),
  {
    name: "profile-local-time",
    wrong: changeJson(profile, (json) => ({ ...json, createdAt: "2024-01-01T00:00:00+02:00" })),
    fails: ["profile-times"],
  },
  {
    name: "profile-time-in-milliseconds",
    wrong: changeJson(profile, (json) => ({ ...json, updatedAt: "2024-01-01T00:00:00.123Z" })),
    fails: ["profile-updated-in-seconds"],
  },
  {
    name: "profile-version-as-number",
    wrong: changeJson(profile, (json) => ({ ...json, ewpVersion: 1 })),
    fails: ["profile-fields", "version-of-profile"],
  },
  {
    name: "profile-version-2",
    wrong: changeJson(profile, (json) => ({ ...json, ewpVersion: "2" })),
    fails: ["version-of-profile"],
  },
  {
    name: "profile-url-without-tls",
    wrong: changeJson(profile, (json) => ({ ...json, url: String(json.url).replace("https", "http") })),
    fails: ["profile-url"],
  },
  {
    name: "profile-as-text",
    wrong: changeAnswer(profile, (answer) => ({
      ...answer,
      headers: { ...answer.headers, "content-type": "text/plain" },
    })),
    fails: ["profile-answers", "error-content-type"],
  },
  {
    name: "profile-reads-its-query",
    wrong: {
      instead: ({ path, query }) => (path === profile && query.has("limit") ? jsonAnswer(200, {}) : null),
    },
    fails: ["profile-ignores-query"],
  },
  {
    name: "versioned-paths",
    wrong: { instead: ({ path }) => (path === "/ewp/v1/profile" ? jsonAnswer(200, {}) : null) },
    fails: ["version-not-in-path"],
  },
  {
    name: "avatar-as-svg",
    wrong: changeAnswer("/ewp/avatar", () => ({
      status: 200,
      headers: { "content-type": "image/svg+xml" },
      body: Buffer.from("<svg/>"),
    })),
    fails: ["avatar"],
  },
  {
    name: "avatar-of-another-type",
    wrong: changeAnswer("/ewp/avatar", () => ({
      status: 200,
      headers: { "content-type": "image/png" },
      body: Buffer.from("GIF89a"),
    })),
    fails: ["avatar"],
  },
  {
    name: "avatar-not-found",
    wrong: changeAnswer("/ewp/avatar", () => errorAnswer(new EwpError("NOT_FOUND"))),
    fails: ["avatar"],
  },
  {
    name: "entry-hash-without-prefix",
    wrong: changeEntries((entry) => ({ ...entry, contentHash: String(entry.contentHash).slice(2) })),
    fails: ["entry-hash", "entry-signed"],
  },
  {
    name: "entry-publisher-in-lower-case",
    wrong: changeEntries((entry) => ({
      ...entry,
      publisherAddress: String(entry.publisherAddress).toLowerCase(),
    })),
    fails: ["entry-publisher"],
  },
  {
    name: "entry-time-in-seconds",
    wrong: changeEntries((entry) => ({ ...entry, createdAt: entry.timestamp })),
    fails: ["entry-created-at"],
  },
  {
    name: "entry-timestamp-as-text",
    wrong: changeEntries((entry) => ({ ...entry, timestamp: String(entry.timestamp) })),
    fails: ["entry-timestamp"],
  },
  {
    name: "entry-timestamp-absent",
    wrong: changeEntries(({ timestamp: _absent, ...entry }) => entry),
    fails: ["entry-fields", "entry-timestamp", "entry-signed"],
  },
  {
    name: "entry-timestamp-null",
    wrong: changeEntries((entry) => ({ ...entry, timestamp: null })),
    fails: ["entry-timestamp", "entry-signed"],
  },
  {
    name: "entry-kind-in-lower-case",
    wrong: changeEntries((entry) => ({ ...entry, contentKind: String(entry.contentKind).toLowerCase() })),
    fails: ["entry-kind"],
  },
  {
    name: "entry-slug-absent",
    wrong: changeEntries(({ slug: _absent, ...entry }) => entry),
    fails: ["entry-fields", "entry-slug"],
  },
  {
    name: "entry-unsigned",
    wrong: changeEntries((entry) => ({ ...entry, signature: null })),
    fails: ["entry-signed"],
  },
  {
    name: "entry-with-a-foreign-signature",
    wrong: changeEntries((entry) => ({ ...entry, signature: String(entry.signature).replace(/..$/, "1d") })),
    fails: ["entry-signed"],
  },
  {
    name: "pagination-total-as-text",
    wrong: changePagination(({ total }) => ({ total: String(total) })),
    fails: ["pagination-fields", "index-arithmetic", "index-since-exclusive", "index-since-none-newer"],
  },
  {
    name: "index-as-bare-list",
    wrong: changeJson("/ewp/publications", ({ data }) => data),
    fails: [
      "pagination-fields",
      "index-answers",
      "index-first-page",
      "index-limit-taken",
      "index-arithmetic",
      "index-past-the-end",
      "index-since-none-newer",
      "default-limit",
    ],
  },
  {
    name: "index-descending",
    wrong: { arrange: (publications) => publications.toReversed() },
    fails: ["index-ascending"],
  },
  {
    name: "since-inclusive",
    wrong: { isNewer: (timestamp, since) => timestamp >= since },
    fails: ["index-since-exclusive"],
  },
  {
    name: "since-ignored",
    wrong: { isNewer: () => true },
    fails: ["index-since-exclusive", "index-since-none-newer"],
  },
  {
    name: "pages-overlap",
    wrong: { offset: (page, limit) => Math.max(0, (page - 1) * limit - 1) },
    fails: ["index-pages-complete"],
  },
  {
    name: "pages-from-zero",
    wrong: { offset: (page, limit) => page * limit },
    fails: ["index-arithmetic", "default-limit"],
  },
  {
    name: "total-of-the-page",
    wrong: changePagination((_pagination, { data }) => ({ total: (data as unknown[]).length })),
    fails: ["index-arithmetic"],
  },
  {
    name: "always-a-next-page",
    wrong: changePagination(() => ({ hasNextPage: true })),
    fails: ["index-arithmetic", "index-past-the-end"],
  },
  {
    name: "always-a-previous-page",
    wrong: changePagination(() => ({ hasPreviousPage: true })),
    fails: ["index-first-page", "index-arithmetic"],
  },
  {
    name: "one-page-of-nothing",
    wrong: changePagination(({ totalPages }) => ({ totalPages: Math.max(1, Number(totalPages)) })),
    fails: ["index-since-none-newer"],
  },
  {
    name: "past-the-end-not-found",
    wrong: changeAnswer("/ewp/publications", (answer, { query }) =>
      query.get("page") === "1000000" ? errorAnswer(new EwpError("NOT_FOUND")) : answer,
    ),
    fails: ["index-past-the-end"],
  },
  {
    name: "limit-not-in-pagination",
    wrong: changePagination(({ limit }) => ({ limit: limit === 999 ? 1000 : limit })),
    fails: ["index-limit-taken"],
  },
  {
    name: "since-zero-is-nothing",
    wrong: { isNewer: (timestamp, since) => since > 0 && timestamp > since },
    fails: ["index-since-zero"],
  },
];
