import { contentHash } from "@freehold/protocol";
import { type Check, defineChecks } from "../check.ts";
import { expectEqual, expectError, expectStatus, expectThat, Skipped } from "../expectations.ts";
import type { Reply } from "../node/reply.ts";
import type { Sample, TestContext } from "../test-context.ts";

/** Entries whose bytes are hashed. */
const maxHashed = 30;

/** A second in which the owner did not sign this content. */
function otherSecond({ info }: TestContext, hash: string, timestamp: number): number {
  const taken = new Set(
    info.entries.filter((entry) => entry.contentHash === hash).map((entry) => entry.timestamp),
  );
  let second = timestamp + 1;
  while (taken.has(second)) second += 1;
  return second;
}

const badHashes: Readonly<Record<string, string>> = {
  "too short": `0x${"ab".repeat(31)}a`,
  "too long": `0x${"ab".repeat(32)}a`,
  "without 0x": "ab".repeat(33),
  "not hexadecimal": `0x${"xy".repeat(32)}`,
  "a word": "latest",
};

const common = { section: "4.4" } as const;

const bytes = defineChecks(common, {
  "content-hash-matches": {
    decisions: 5,
    title: "content has the hash of its path",
    form: "both",
    async run({ node, info }) {
      if (info.entries.length === 0) throw new Skipped("the index is empty");
      for (const entry of info.entries.slice(0, maxHashed)) {
        const reply = await node.get(`/ewp/contents/${entry.contentHash}`);
        expectStatus(reply, 200, `for ${entry.contentHash}`);
        expectEqual(contentHash(reply.body), entry.contentHash, "SHA-256");
      }
    },
  },
  "content-unknown": {
    title: "the hash of unpublished content is CONTENT_NOT_FOUND",
    async run({ node }) {
      expectError(await node.get(`/ewp/contents/0x${"0e".repeat(32)}`), "CONTENT_NOT_FOUND");
    },
  },
  "content-timestamp-right": {
    decisions: 5,
    title: "the node serves content with the timestamp of its publication",
    async run(context) {
      const { path, timestamp, reply } = await context.sample("any");
      const asked = await context.node.get(`${path}?timestamp=${timestamp}`);
      expectStatus(asked, 200);
      expectThat(asked.body.equals(reply.body), "the same bytes", "others");
    },
  },
  "content-timestamp-other": {
    decisions: 5,
    title: "content with another timestamp is CONTENT_NOT_FOUND",
    async run(context) {
      const { path, timestamp, contentHash: hash } = await context.sample("any");
      for (const second of [otherSecond(context, hash, timestamp), 0]) {
        expectError(await context.node.get(`${path}?timestamp=${second}`), "CONTENT_NOT_FOUND");
      }
    },
  },
  "content-timestamp-malformed": {
    decisions: 5,
    title: "a timestamp that is not plain digits, or given twice, is INVALID_TIMESTAMP",
    async run(context) {
      const { path, timestamp } = await context.sample("any");
      const values = ["10abc", "1.5", "-1", "", "%2B1", "now", `${timestamp}&timestamp=${timestamp}`];
      for (const value of values) {
        const reply = await context.node.get(`${path}?timestamp=${value}`);
        expectError(reply, "INVALID_TIMESTAMP", `for ?timestamp=${value}`);
      }
    },
  },
  "content-thumb-malformed": {
    title: "a thumb that is not one of sm, md, lg is INVALID_THUMBNAIL_SIZE",
    async run(context) {
      const { path } = await context.sample("any");
      for (const value of ["xl", "SM", "", "small", "200", "sm&thumb=md"]) {
        const reply = await context.node.get(`${path}?thumb=${value}`);
        expectError(reply, "INVALID_THUMBNAIL_SIZE", `for ?thumb=${value}`);
      }
    },
  },
  "content-error-order": {
    decisions: 2,
    title: "the hash is reported first, then timestamp, thumb, and missing content",
    async run({ node }) {
      const unknown = `/ewp/contents/0x${"0e".repeat(32)}`;
      expectError(await node.get("/ewp/contents/0x12?timestamp=x&thumb=y"), "INVALID_HASH_FORMAT");
      expectError(await node.get(`${unknown}?thumb=y&timestamp=x`), "INVALID_TIMESTAMP");
      expectError(await node.get(`${unknown}?thumb=y`), "INVALID_THUMBNAIL_SIZE");
    },
  },
});

export const contentBytes: readonly Check[] = [
  ...bytes,
  ...Object.entries(badHashes).map(
    ([fault, hash]): Check => ({
      id: `content-hash-${fault.replaceAll(" ", "-")}`,
      section: "4.4",
      title: `a hash that is ${fault} is INVALID_HASH_FORMAT`,
      async run({ node }) {
        expectError(await node.get(`/ewp/contents/${hash}`), "INVALID_HASH_FORMAT");
      },
    }),
  ),
];

/** A check of requests for a content with some headers. */
function requesting(
  common: Pick<Check, "id" | "title">,
  run: (ask: (headers: Record<string, string>) => Promise<Reply>, sample: Sample) => Promise<void>,
): Check {
  return {
    ...common,
    section: "4.4",
    decisions: 5,
    async run(context: TestContext) {
      const sample = await context.sample("any");
      await run((headers) => context.node.get(sample.path, headers), sample);
    },
  };
}

function expectPart(part: Reply, whole: Buffer, start: number, end: number): void {
  expectStatus(part, 206);
  expectEqual(part.headers["content-range"], `bytes ${start}-${end}/${whole.length}`, "content-range");
  const right = part.body.equals(whole.subarray(start, end + 1));
  expectThat(right, `bytes ${start} to ${end}`, `${part.body.length} other bytes`);
}

function expectWhole(reply: Reply, whole: Buffer): void {
  expectStatus(reply, 200);
  expectThat(reply.body.equals(whole), "the whole content", `${reply.body.length} other bytes`);
}

export const contentConditions: readonly Check[] = [
  requesting(
    { id: "content-not-modified", title: "If-None-Match with the content's ETag gets 304 without a body" },
    async (ask, { reply }) => {
      const etag = (reply.headers.etag ?? "*").replace(/^W\//, "");
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const answer = await ask({ "if-none-match": known });
        expectStatus(answer, 304, `for ${known}`);
        expectEqual(answer.body.length, 0, "bytes");
      }
    },
  ),
  requesting(
    { id: "content-modified", title: "If-None-Match with another ETag gets the content" },
    async (ask, { reply }) => {
      expectWhole(await ask({ "if-none-match": '"other"' }), reply.body);
    },
  ),
  requesting(
    { id: "content-range", title: "a single range gets 206 with exactly those bytes" },
    async (ask, { reply }) => {
      for (const [start, end] of [
        [0, 0],
        [1, 2],
        [0, reply.body.length - 1],
      ] as const) {
        expectPart(await ask({ range: `bytes=${start}-${end}` }), reply.body, start, end);
      }
    },
  ),
  requesting(
    { id: "content-range-open", title: "a range without an end goes to the end" },
    async (ask, { reply }) => {
      const last = reply.body.length - 1;
      expectPart(await ask({ range: "bytes=2-" }), reply.body, 2, last);
      expectPart(await ask({ range: "bytes=1-99999999999" }), reply.body, 1, last);
    },
  ),
  requesting(
    { id: "content-range-suffix", title: "a suffix gets that many bytes from the end" },
    async (ask, { reply }) => {
      const { length } = reply.body;
      expectPart(await ask({ range: "bytes=-3" }), reply.body, length - 3, length - 1);
      expectPart(await ask({ range: "bytes=-99999999999" }), reply.body, 0, length - 1);
    },
  ),
  requesting(
    { id: "content-range-unsatisfiable", title: "a range after the end gets 416 with the length" },
    async (ask, { reply }) => {
      const answer = await ask({ range: `bytes=${reply.body.length}-` });
      expectStatus(answer, 416);
      expectEqual(answer.headers["content-range"], `bytes */${reply.body.length}`, "content-range");
    },
  ),
  requesting(
    { id: "content-range-several", title: "several ranges get the whole content" },
    async (ask, { reply }) => {
      expectWhole(await ask({ range: "bytes=0-0,2-2" }), reply.body);
    },
  ),
  requesting(
    { id: "content-if-range", title: "a range applies only to the version of If-Range" },
    async (ask, { reply }) => {
      const range = "bytes=1-2";
      expectPart(await ask({ range, "if-range": reply.headers.etag ?? '""' }), reply.body, 1, 2);
      expectWhole(await ask({ range, "if-range": '"other"' }), reply.body);
    },
  ),
];
