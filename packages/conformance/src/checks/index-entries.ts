import {
  type EwpErrorCode,
  isChecksumAddress,
  parseAddress,
  parseHash,
  recoverPublicKey,
  verifyProof,
} from "@freehold/protocol";
import { type Check, defineChecks } from "../check.ts";
import { expectEqual, expectError, expectThat, Skipped } from "../expectations.ts";
import { asList, asRecord } from "../node/node-info.ts";
import type { TestContext } from "../test-context.ts";
import { reads, refusal } from "./refusals.ts";

type Entry = Record<string, unknown>;

const fields = [
  "contentHash",
  "publisherAddress",
  "signature",
  "timestamp",
  "createdAt",
  "contentKind",
  "slug",
];

/** Checks of every entry by their ids. The function returns the faulty value as text, or null. */
function defineEntryChecks(
  rows: Readonly<
    Record<
      string,
      readonly [
        title: string,
        expected: string,
        (entry: Entry, context: TestContext) => unknown,
        decisions?: number,
      ]
    >
  >,
): readonly Check[] {
  return Object.entries(rows).map(([id, [title, expected, findFault, decisions]]) => ({
    id,
    section: "2.2",
    ...(decisions && { decisions }),
    title,
    async run(context) {
      const { json } = await context.node.get("/ewp/publications?limit=1000");
      const entries = asList(asRecord(json).data).map(asRecord);
      if (entries.length === 0) throw new Skipped("the index is empty");
      for (const entry of entries) {
        const found = findFault(entry, context);
        expectThat(found === null, expected, found);
      }
    },
  }));
}

export const indexEntries: readonly Check[] = [
  ...defineEntryChecks({
    "entry-fields": [
      "an entry has every field",
      `the fields ${fields.join(", ")}`,
      (entry) => {
        const missing = fields.filter((name) => !Object.hasOwn(entry, name));
        return missing.length === 0 ? null : `no ${missing.join(", ")}`;
      },
    ],
    "entry-hash": [
      "contentHash is 0x and 64 hexadecimal digits",
      "66 characters",
      ({ contentHash }) => (parseHash(contentHash) ? null : contentHash),
    ],
    "entry-publisher": [
      "publisherAddress is the node's owner, in EIP-55 form",
      "the node's own address in EIP-55 form",
      ({ publisherAddress }, { address }) =>
        isChecksumAddress(publisherAddress) && publisherAddress === address ? null : publisherAddress,
      5,
    ],
    "entry-timestamp": [
      "timestamp is an integer of Unix seconds",
      "an integer of Unix seconds",
      // Between the times of today in seconds and in milliseconds.
      ({ timestamp }) =>
        Number.isSafeInteger(timestamp) && Number(timestamp) < 1e11 ? null : JSON.stringify(timestamp),
    ],
    "entry-created-at": [
      "createdAt is an ISO 8601 time in UTC",
      "ISO 8601 in UTC",
      ({ createdAt }) => (isIsoTime(createdAt) ? null : createdAt),
    ],
    "entry-kind": [
      "contentKind is POST or FILE",
      "POST or FILE",
      ({ contentKind }) => (contentKind === "POST" || contentKind === "FILE" ? null : contentKind),
      5,
    ],
    "entry-slug": [
      "slug is text or null",
      "text or null",
      ({ slug }) => (slug === null || typeof slug === "string" ? null : (slug ?? "no slug")),
    ],
    "entry-signed": [
      "every entry is signed by the node's owner",
      "a signature of the owner over hash and timestamp",
      (entry) => {
        const contentHash = parseHash(entry.contentHash);
        const publisherAddress = parseAddress(String(entry.publisherAddress).toLowerCase());
        const { signature } = entry;
        if (contentHash === null || publisherAddress === null || typeof signature !== "string")
          return JSON.stringify(signature);
        const proof = { contentHash, publisherAddress, timestamp: Number(entry.timestamp), signature };
        return verifyProof(proof, recoverPublicKey) ? null : `${signature} for ${contentHash}`;
      },
      1,
    ],
  }),
  {
    id: "default-limit",
    section: "8",
    title: "a page without a limit has up to 100 entries",
    async run({ node }) {
      const { data, pagination } = asRecord((await node.get("/ewp/publications")).json);
      const { limit, total } = asRecord(pagination);
      expectEqual(limit, 100, "limit");
      expectEqual(asList(data).length, Math.min(100, Number(total)), "number of entries");
    },
  },
  {
    id: "pagination-fields",
    section: "2.3",
    title: "the pagination object has four integers and two booleans",
    async run({ node }) {
      const pagination = asRecord(asRecord((await node.get("/ewp/publications")).json).pagination);
      for (const name of ["page", "limit", "total", "totalPages"]) {
        const value = pagination[name];
        expectThat(Number.isSafeInteger(value), `an integer ${name}`, JSON.stringify(value));
      }
      for (const name of ["hasNextPage", "hasPreviousPage"]) {
        expectEqual(typeof pagination[name], "boolean", name);
      }
    },
  },
];

const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/** Whether this is an ISO 8601 time in UTC on an existing day. */
export function isIsoTime(value: unknown): boolean {
  return typeof value === "string" && pattern.test(value) && !Number.isNaN(Date.parse(value));
}

const common = { section: "4.3", decisions: 5 } as const;

/** GET requests of the index with these values of a parameter. */
function readsWith(name: "limit" | "page" | "since", ...values: readonly string[]) {
  return reads(...values.map((value) => `/ewp/publications?${name}=${value}`));
}

/** Refusals that every numeric parameter shares. */
function badNumbers(name: "limit" | "page" | "since", error: EwpErrorCode): readonly Check[] {
  return defineChecks(common, {
    [`index-${name}-digits`]: refusal(
      `a ${name} that is not plain decimal digits`,
      error,
      readsWith(name, "10abc", "1.5", "%2B1", "1e1", "0x10", "%201", "-1", "ten", "1,000"),
    ),
    [`index-${name}-empty`]: refusal(`an empty ${name}`, error, readsWith(name, "")),
    [`index-${name}-repeated`]: refusal(`a ${name} given twice`, error, readsWith(name, `1&${name}=1`)),
  });
}

export const indexParameters: readonly Check[] = [
  ...badNumbers("limit", "INVALID_LIMIT"),
  ...badNumbers("page", "INVALID_PAGE"),
  ...badNumbers("since", "INVALID_SINCE"),
  ...defineChecks(common, {
    "index-limit-zero": refusal("a limit of 0", "INVALID_LIMIT", readsWith("limit", "0")),
    "index-limit-above-1000": refusal(
      "a limit above 1000",
      "INVALID_LIMIT",
      readsWith("limit", "1001", "99999999999999999999"),
    ),
    "index-page-zero": refusal("page 0", "INVALID_PAGE", readsWith("page", "0")),
    "index-error-order": {
      decisions: 2,
      title: "a wrong limit is reported first, then page, then since",
      async run({ node }) {
        expectError(await node.get("/ewp/publications?since=x&page=0&limit=0"), "INVALID_LIMIT");
        expectError(await node.get("/ewp/publications?since=x&page=0"), "INVALID_PAGE");
      },
    },
  }),
];
