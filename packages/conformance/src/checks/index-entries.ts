import {
  type EwpErrorCode,
  isChecksumAddress,
  parseAddress,
  parseHash,
  recoverWithWasm,
  verifyProof,
} from "@freehold/protocol";
import type { Check } from "../check.ts";
import { expectEqual, expectError, expectThat, Skipped } from "../expectations.ts";
import { asList, asRecord } from "../node/node-info.ts";
import type { TestContext } from "../test-context.ts";

type Entry = Record<string, unknown>;

/** A page of the index. Skips the check when it is empty. */
async function readEntries({ node }: TestContext): Promise<readonly Entry[]> {
  const { json } = await node.get("/ewp/publications?limit=1000");
  const entries = asList(asRecord(json).data).map(asRecord);
  if (entries.length === 0) throw new Skipped("the index is empty");
  return entries;
}

/** A check of every entry: `findFault` returns the faulty value, or null. */
function eachEntry(
  common: Pick<Check, "id" | "title"> & { decisions?: number },
  expected: string,
  findFault: (entry: Entry, context: TestContext) => unknown,
): Check {
  return {
    ...common,
    section: "2.2",
    async run(context) {
      for (const entry of await readEntries(context)) {
        const found = findFault(entry, context);
        expectThat(found === null, expected, found);
      }
    },
  };
}

const fields = [
  "contentHash",
  "publisherAddress",
  "signature",
  "timestamp",
  "createdAt",
  "contentKind",
  "slug",
];

export const indexEntries: readonly Check[] = [
  eachEntry(
    { id: "entry-fields", title: "an entry has every field" },
    `the fields ${fields.join(", ")}`,
    (entry) => {
      const missing = fields.filter((name) => !Object.hasOwn(entry, name));
      return missing.length === 0 ? null : `no ${missing.join(", ")}`;
    },
  ),
  eachEntry(
    { id: "entry-hash", title: "contentHash is 0x and 64 hexadecimal digits" },
    "66 characters",
    ({ contentHash }) => (parseHash(contentHash) ? null : contentHash),
  ),
  eachEntry(
    { id: "entry-publisher", title: "publisherAddress is the node's owner, in EIP-55 form", decisions: 5 },
    "the node's own address in EIP-55 form",
    ({ publisherAddress }, { address }) =>
      isChecksumAddress(publisherAddress) && publisherAddress === address ? null : publisherAddress,
  ),
  eachEntry(
    { id: "entry-timestamp", title: "timestamp is an integer of Unix seconds" },
    "an integer of Unix seconds",
    // Between the times of today in seconds and in milliseconds.
    ({ timestamp }) =>
      Number.isSafeInteger(timestamp) && Number(timestamp) < 1e11 ? null : JSON.stringify(timestamp),
  ),
  eachEntry(
    { id: "entry-created-at", title: "createdAt is an ISO 8601 time in UTC" },
    "ISO 8601 in UTC",
    ({ createdAt }) => (isIsoTime(createdAt) ? null : createdAt),
  ),
  eachEntry(
    { id: "entry-kind", title: "contentKind is POST or FILE", decisions: 5 },
    "POST or FILE",
    ({ contentKind }) => (contentKind === "POST" || contentKind === "FILE" ? null : contentKind),
  ),
  eachEntry({ id: "entry-slug", title: "slug is text or null" }, "text or null", ({ slug }) =>
    slug === null || typeof slug === "string" ? null : (slug ?? "no slug"),
  ),
  eachEntry(
    { id: "entry-signed", title: "every entry is signed by the node's owner", decisions: 1 },
    "a signature of the owner over hash and timestamp",
    ({ contentHash, publisherAddress, signature, timestamp }) => {
      const [hash, publisher] = [
        parseHash(contentHash),
        parseAddress(String(publisherAddress).toLowerCase()),
      ];
      if (hash === null || publisher === null || typeof signature !== "string")
        return JSON.stringify(signature);
      const entry = {
        contentHash: hash,
        publisherAddress: publisher,
        timestamp: Number(timestamp),
        signature,
      };
      return verifyProof(entry, recoverWithWasm) ? null : `${signature} for ${hash}`;
    },
  ),
  {
    id: "pagination-fields",
    section: "2.3",
    title: "the pagination object has four integers and two booleans",
    async run({ node }) {
      const pagination = asRecord(asRecord((await node.get("/ewp/publications")).json).pagination);
      for (const name of ["page", "limit", "total", "totalPages"]) {
        expectThat(
          Number.isSafeInteger(pagination[name]),
          `an integer ${name}`,
          JSON.stringify(pagination[name]),
        );
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

export const limits: readonly Check[] = [
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
];

/** A fault of a numeric parameter, with queries that have it. */
interface Fault {
  suffix: string;
  title: string;
  queries: readonly string[];
}

const notDigits = ["=10abc", "=1.5", "=%2B1", "=1e1", "=0x10", "=%201", "=-1", "=ten", "=1,000"];

function faultsOf(name: string): Fault[] {
  return [
    {
      suffix: "digits",
      title: `a ${name} that is not plain decimal digits`,
      queries: notDigits.map((value) => `?${name}${value}`),
    },
    { suffix: "empty", title: `an empty ${name}`, queries: [`?${name}=`] },
    { suffix: "repeated", title: `a ${name} given twice`, queries: [`?${name}=1&${name}=1`] },
  ];
}

function refusals(name: string, error: EwpErrorCode, more: Fault[]): Check[] {
  return [...faultsOf(name), ...more].map(({ suffix, title, queries }) => ({
    id: `index-${name}-${suffix}`,
    section: "4.3",
    decisions: 5,
    title: `${title} is ${error}`,
    async run({ node }) {
      for (const query of queries) {
        expectError(await node.get(`/ewp/publications${query}`), error, `for ${query}`);
      }
    },
  }));
}

export const indexParameters: readonly Check[] = [
  ...refusals("limit", "INVALID_LIMIT", [
    { suffix: "zero", title: "a limit of 0", queries: ["?limit=0"] },
    {
      suffix: "above-1000",
      title: "a limit above 1000",
      queries: ["?limit=1001", "?limit=99999999999999999999"],
    },
  ]),
  ...refusals("page", "INVALID_PAGE", [{ suffix: "zero", title: "page 0", queries: ["?page=0"] }]),
  ...refusals("since", "INVALID_SINCE", []),
  {
    id: "index-error-order",
    section: "4.3",
    decisions: 2,
    title: "a wrong limit is reported first, then page, then since",
    async run({ node }) {
      expectError(await node.get("/ewp/publications?since=x&page=0&limit=0"), "INVALID_LIMIT");
      expectError(await node.get("/ewp/publications?since=x&page=0"), "INVALID_PAGE");
    },
  },
];
