import { isChecksumAddress, parseAddress, parseHash, recoverWithWasm, verifyProof } from "@freehold/protocol";
import { type Check, defineChecks } from "../check.ts";
import { expectEqual, expectError, expectStatus, expectThat, NotShown, Skipped } from "../expectations.ts";
import { asList, asRecord } from "../node/node-info.ts";
import type { TestContext } from "../test-context.ts";
import { isIsoTime } from "./index-entries.ts";

const common = { section: "4.11", decisions: 6, form: "reference" } as const;
const start = "1970-01-01T00:00:00.000Z";

type Entry = Record<string, unknown>;

async function readIndex({ node }: TestContext, query: string, headers?: Record<string, string>) {
  const reply = await node.get(`/ewp/publications${query}`, headers);
  expectStatus(reply, 200, `for ${query}`);
  const { data, pagination } = asRecord(reply.json);
  return { entries: asList(data).map(asRecord), pagination: asRecord(pagination) };
}

/** The signed entries; a reference node also lists unsigned ones. Skips the check when there are none. */
async function signedEntries(context: TestContext): Promise<readonly Entry[]> {
  const { entries } = await readIndex(context, `?since=${start}&limit=100`);
  const signed = entries.filter(({ signature }) => signature !== null);
  if (signed.length === 0) throw new Skipped("the index lists no signed entry");
  return signed;
}

function isMilliseconds(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(Number(value)) <= 8.64e15;
}

/** Checks fields of the profile as a reference node reads it. */
function eachProfileField(
  names: readonly string[],
  expected: string,
  isRight: (value: unknown) => boolean,
): Check["run"] {
  return async ({ node }) => {
    const profile = asRecord((await node.get("/ewp/profile", { "user-agent": "node" })).json);
    for (const name of names) {
      const found = profile[name];
      const shown = found === undefined ? `no ${name}` : JSON.stringify(found);
      expectThat(isRight(found), `${expected} as ${name}`, shown);
    }
  };
}

async function expectEntries(context: TestContext, query: string, agent: string): Promise<void> {
  const { entries } = await readIndex(context, query, { "user-agent": agent });
  if (entries.length === 0) throw new Skipped("the index is empty");
  for (const { content_hash, author_address, comment_count, created_at, slug } of entries) {
    expectThat(parseHash(content_hash) !== null, "content_hash", JSON.stringify(content_hash));
    expectThat(isChecksumAddress(author_address), "author_address in EIP-55 form", author_address);
    const isCount = Number.isSafeInteger(comment_count);
    expectThat(isCount, "an integer comment_count", JSON.stringify(comment_count));
    // A time of today in seconds is smaller.
    const isTime = Number.isSafeInteger(created_at) && Number(created_at) > 1e11;
    expectThat(isTime, "created_at in milliseconds", JSON.stringify(created_at));
    const isSlug = slug === null || typeof slug === "string";
    expectThat(isSlug, "slug, text or null", JSON.stringify(slug));
  }
}

/** The responses that a reference peer reads. */
export const referenceForm = defineChecks(common, {
  "reference-profile": {
    title: "the profile for the agent `node` has created_at and updated_at",
    run: eachProfileField(["created_at", "updated_at"], "a time", (found) => {
      const isWritten = typeof found === "string" || typeof found === "number";
      return isWritten && !Number.isNaN(new Date(found).getTime());
    }),
  },
  "reference-profile-times": {
    section: "2.1",
    title: "created_at and updated_at are ISO 8601 times in UTC",
    run: eachProfileField(["created_at", "updated_at"], "ISO 8601 in UTC", isIsoTime),
  },
  "reference-profile-description": {
    section: "2.1",
    decisions: 9,
    title: "the description is text, empty when unset: a reference node refuses null",
    run: eachProfileField(["description"], "text", (found) => typeof found === "string"),
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
  "reference-since-malformed": {
    title: "a malformed since is INVALID_SINCE_FORMAT",
    run: async ({ node }) =>
      expectError(await node.get("/ewp/publications?since=yesterday"), "INVALID_SINCE_FORMAT"),
  },
  "reference-entry-signed": {
    title: "the signature of an entry covers its created_at",
    async run(context) {
      for (const { content_hash, author_address, signature, created_at } of await signedEntries(context)) {
        const [contentHash, publisherAddress] = [parseHash(content_hash), parseAddress(author_address)];
        expectThat(contentHash !== null && publisherAddress !== null, "hash and author", "none");
        const timestamp = Math.floor(Number(created_at) / 1000);
        const proof = { contentHash, publisherAddress, timestamp, signature: String(signature) };
        expectThat(
          verifyProof(proof, recoverWithWasm) !== null,
          "the author's signature",
          `${signature} for ${contentHash}`,
        );
      }
    },
  },
  "reference-markdown-type": {
    title: "the content type of Markdown is exactly text/markdown",
    async run(context) {
      for (const { content_hash } of await signedEntries(context)) {
        const { headers } = await context.node.get(`/ewp/contents/${content_hash}`);
        const type = headers["content-type"] ?? "";
        if (!/^text\/markdown/i.test(type)) continue;
        return expectEqual(type, "text/markdown", "content-type");
      }
      throw new Skipped("the index lists no signed Markdown");
    },
  },
  "reference-file-description": {
    title: "content other than text/markdown has a Content-Description that is not empty",
    async run(context) {
      for (const { content_hash } of await signedEntries(context)) {
        const { headers } = await context.node.get(`/ewp/contents/${content_hash}`);
        if (headers["content-type"]?.startsWith("text/markdown")) continue;
        const description = headers["content-description"] ?? "";
        expectThat(description !== "", "a Content-Description", `none for ${content_hash}`);
      }
    },
  },
});
