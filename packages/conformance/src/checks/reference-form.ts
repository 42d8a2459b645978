import {
  isChecksumAddress,
  parseAddress,
  parseHash,
  recoverPublicKey,
  verifyProof,
} from "@freehold/protocol";
import { defineChecks } from "../check.ts";
import { expectEqual, expectStatus, expectThat, NotShown, Skipped } from "../expectations.ts";
import { asList, asRecord } from "../node/node-info.ts";
import type { Reply } from "../node/reply.ts";
import type { TestContext } from "../test-context.ts";
import { isIsoTime } from "./index-entries.ts";
import { eachProfileField } from "./profile-fields.ts";
import { reads, refusal } from "./refusals.ts";

const common = { section: "4.11", decisions: 6, form: "reference" } as const;
/** A reference node reads profiles with this agent. */
const agent = "node";
const start = "1970-01-01T00:00:00.000Z";

async function readIndex({ node }: TestContext, query: string, headers?: Record<string, string>) {
  const reply = await node.get(`/ewp/publications${query}`, headers);
  expectStatus(reply, 200, `for ${query}`);
  const { data, pagination } = asRecord(reply.json);
  return { entries: asList(data).map(asRecord), pagination: asRecord(pagination) };
}

/** The signed entries; a reference node also lists unsigned ones. Skips the check when there are none. */
async function signedEntries(context: TestContext): Promise<readonly Record<string, unknown>[]> {
  const { entries } = await readIndex(context, `?since=${start}&limit=100`);
  const signed = entries.filter(({ signature }) => signature !== null);
  if (signed.length === 0) throw new Skipped("the index lists no signed entry");
  return signed;
}

/** The contents of the signed entries, one after the other. */
async function* signedContents(context: TestContext): AsyncGenerator<Reply> {
  for (const { content_hash } of await signedEntries(context))
    yield context.node.get(`/ewp/contents/${content_hash}`);
}

function isMilliseconds(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(Number(value)) <= 8.64e15;
}

function isTime(value: unknown): boolean {
  const isWritten = typeof value === "string" || typeof value === "number";
  return isWritten && !Number.isNaN(new Date(value).getTime());
}

/** The fields of an entry, with their right values. */
const entryFields: Readonly<
  Record<string, readonly [expected: string, isRight: (value: unknown) => boolean]>
> = {
  content_hash: ["a hash", (value) => parseHash(value) !== null],
  author_address: ["an address in EIP-55 form", isChecksumAddress],
  comment_count: ["an integer", Number.isSafeInteger],
  // A time of today in seconds is smaller.
  created_at: ["milliseconds", (value) => Number.isSafeInteger(value) && Number(value) > 1e11],
  slug: ["text or null", (value) => value === null || typeof value === "string"],
};

async function expectEntries(context: TestContext, query: string, userAgent: string): Promise<void> {
  const { entries } = await readIndex(context, query, { "user-agent": userAgent });
  if (entries.length === 0) throw new Skipped("the index is empty");
  for (const entry of entries) {
    for (const [name, [expected, isRight]] of Object.entries(entryFields)) {
      expectThat(isRight(entry[name]), `${expected} as ${name}`, JSON.stringify(entry[name]));
    }
  }
}

/** The responses that a reference peer reads. */
export const referenceForm = defineChecks(common, {
  "reference-profile": {
    title: "the profile for the agent `node` has created_at and updated_at",
    run: eachProfileField(["created_at", "updated_at"], "a time", isTime, agent),
  },
  "reference-profile-times": {
    section: "2.1",
    title: "created_at and updated_at are ISO 8601 times in UTC",
    run: eachProfileField(["created_at", "updated_at"], "ISO 8601 in UTC", isIsoTime, agent),
  },
  "reference-profile-description": {
    section: "2.1",
    decisions: 9,
    title: "the description is text, empty when unset: a reference node refuses null",
    run: eachProfileField(["description"], "text", (found) => typeof found === "string", agent),
  },
  "reference-index-by-agent": {
    title: "an agent ePress-Sync gets snake_case entries",
    run: (context) => expectEntries(context, "", "ePress-Sync/0.2.11"),
  },
  "reference-index-by-since": {
    title: "a since in ISO form gets snake_case entries, for any agent",
    run: (context) => expectEntries(context, `?since=${start}`, "another-agent"),
  },
  "reference-pagination": {
    title: "the pagination object has hasPrevPage",
    async run(context) {
      const { pagination } = await readIndex(context, `?since=${start}&page=2&limit=1`);
      expectEqual(pagination.hasPrevPage, true, "hasPrevPage");
      expectEqual(typeof pagination.hasNextPage, "boolean", "hasNextPage");
    },
  },
  "reference-since-inclusive": {
    title: "since includes an entry with exactly that time",
    async run(context) {
      const times = (await signedEntries(context)).map(({ created_at }) => created_at);
      if (!times.every(isMilliseconds)) throw new NotShown("an entry of the index has no valid created_at");
      const last = Math.max(...times);
      const since = new Date(last).toISOString();
      const { entries } = await readIndex(context, `?since=${since}`);
      const found = entries.some(({ created_at }) => Number(created_at) === last);
      expectThat(found, `the entry of ${since}`, `${entries.length} others`);
      const old = entries.find(({ created_at }) => Number(created_at) < last);
      expectThat(old === undefined, `nothing before ${since}`, String(old?.created_at));
    },
  },
  "reference-since-malformed": refusal(
    "a malformed since",
    "INVALID_SINCE_FORMAT",
    reads("/ewp/publications?since=yesterday"),
  ),
  "reference-entry-signed": {
    title: "the signature of an entry covers its created_at",
    async run(context) {
      for (const { content_hash, author_address, signature, created_at } of await signedEntries(context)) {
        const [contentHash, publisherAddress] = [parseHash(content_hash), parseAddress(author_address)];
        expectThat(contentHash !== null && publisherAddress !== null, "hash and author", "none");
        const timestamp = Math.floor(Number(created_at) / 1000);
        const proof = { contentHash, publisherAddress, timestamp, signature: String(signature) };
        const isSigned = verifyProof(proof, recoverPublicKey) !== null;
        expectThat(isSigned, "the author's signature", `${signature} for ${contentHash}`);
      }
    },
  },
  "reference-markdown-type": {
    title: "the content type of Markdown is exactly text/markdown",
    async run(context) {
      for await (const { headers } of signedContents(context)) {
        const type = headers["content-type"] ?? "";
        if (/^text\/markdown/i.test(type)) return expectEqual(type, "text/markdown", "content-type");
      }
      throw new Skipped("the index lists no signed Markdown");
    },
  },
  "reference-file-description": {
    title: "content other than text/markdown has a Content-Description that is not empty",
    async run(context) {
      for await (const { headers, request } of signedContents(context)) {
        if (headers["content-type"]?.startsWith("text/markdown")) continue;
        const description = headers["content-description"] ?? "";
        expectThat(description !== "", "a Content-Description", `none for ${request}`);
      }
    },
  },
});
