import { contentHash } from "@freehold/protocol";
import { type Check, defineChecks } from "../check.ts";
import { expectEqual, expectError, expectStatus, expectThat, Skipped } from "../expectations.ts";
import type { Reply } from "../node/reply.ts";
import type { TestContext } from "../test-context.ts";
import { reads, readsOfContent, refusal } from "./refusals.ts";

/** Entries whose bytes are hashed. */
const maxHashed = 30;

const common = { section: "4.4" } as const;
const unknown = `/ewp/contents/0x${"0e".repeat(32)}`;

export const contentBytes = defineChecks(common, {
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
  "content-error-order": {
    decisions: 2,
    title: "the hash is reported first, then timestamp, thumb, and missing content",
    async run({ node }) {
      expectError(await node.get("/ewp/contents/0x12?timestamp=x&thumb=y"), "INVALID_HASH_FORMAT");
      expectError(await node.get(`${unknown}?thumb=y&timestamp=x`), "INVALID_TIMESTAMP");
      expectError(await node.get(`${unknown}?thumb=y`), "INVALID_THUMBNAIL_SIZE");
    },
  },
  "content-unknown": refusal("the hash of unpublished content", "CONTENT_NOT_FOUND", reads(unknown)),
  "content-timestamp-other": refusal(
    "content with another timestamp",
    "CONTENT_NOT_FOUND",
    [...readsOfContent("timestamp", "0"), readAtOtherSecond],
    { decisions: 5 },
  ),
  "content-timestamp-malformed": refusal(
    "a timestamp that is not plain digits, or given twice,",
    "INVALID_TIMESTAMP",
    readsOfContent("timestamp", "10abc", "1.5", "-1", "", "%2B1", "now", "1&timestamp=1"),
    { decisions: 5 },
  ),
  "content-thumb-malformed": refusal(
    "a thumb that is not one of sm, md, lg",
    "INVALID_THUMBNAIL_SIZE",
    readsOfContent("thumb", "xl", "SM", "", "small", "200", "sm&thumb=md"),
  ),
  "content-hash-too-short": badHash("too short", `0x${"ab".repeat(31)}a`),
  "content-hash-too-long": badHash("too long", `0x${"ab".repeat(32)}a`),
  "content-hash-without-0x": badHash("without 0x", "ab".repeat(33)),
  "content-hash-not-hexadecimal": badHash("not hexadecimal", `0x${"xy".repeat(32)}`),
  "content-hash-a-word": badHash("a word", "latest"),
});

/** Asks for content with a second in which the owner did not sign it. */
async function readAtOtherSecond(context: TestContext): Promise<Reply> {
  const { path, timestamp, contentHash: hash } = await context.sample("any");
  const signed = context.info.entries.filter((entry) => entry.contentHash === hash);
  let second = timestamp + 1;
  while (signed.some((entry) => entry.timestamp === second)) second += 1;
  return context.node.get(`${path}?timestamp=${second}`);
}

function badHash(fault: string, hash: string) {
  return refusal(`a hash that is ${fault}`, "INVALID_HASH_FORMAT", reads(`/ewp/contents/${hash}`));
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

type Ask = (headers: Record<string, string>) => Promise<Reply>;

/** Checks by their ids, which ask for a content with some headers. */
function defineRequests(
  checks: Readonly<
    Record<string, [title: string, run: (ask: Ask, whole: Buffer, etag: string) => Promise<void>]>
  >,
): readonly Check[] {
  return Object.entries(checks).map(([id, [title, run]]) => ({
    id,
    title,
    section: "4.4",
    decisions: 5,
    async run(context: TestContext) {
      const { path, reply } = await context.sample("any");
      await run((headers) => context.node.get(path, headers), reply.body, reply.headers.etag ?? '""');
    },
  }));
}

export const contentConditions: readonly Check[] = defineRequests({
  "content-not-modified": [
    "If-None-Match with the content's ETag gets 304 without a body",
    async (ask, _whole, etag) => {
      const strong = etag.replace(/^W\//, "");
      for (const known of [strong, `W/${strong}`, `"other", ${strong}`, "*"]) {
        const answer = await ask({ "if-none-match": known });
        expectStatus(answer, 304, `for ${known}`);
        expectEqual(answer.body.length, 0, "bytes");
      }
    },
  ],
  "content-modified": [
    "If-None-Match with another ETag gets the content",
    async (ask, whole) => expectWhole(await ask({ "if-none-match": '"other"' }), whole),
  ],
  "content-range": [
    "a single range gets 206 with exactly those bytes",
    async (ask, whole) => {
      expectPart(await ask({ range: "bytes=0-0" }), whole, 0, 0);
      expectPart(await ask({ range: "bytes=1-2" }), whole, 1, 2);
      expectPart(await ask({ range: `bytes=0-${whole.length - 1}` }), whole, 0, whole.length - 1);
    },
  ],
  "content-range-open": [
    "a range without an end goes to the end",
    async (ask, whole) => {
      expectPart(await ask({ range: "bytes=2-" }), whole, 2, whole.length - 1);
      expectPart(await ask({ range: "bytes=1-99999999999" }), whole, 1, whole.length - 1);
    },
  ],
  "content-range-suffix": [
    "a suffix gets that many bytes from the end",
    async (ask, whole) => {
      expectPart(await ask({ range: "bytes=-3" }), whole, whole.length - 3, whole.length - 1);
      expectPart(await ask({ range: "bytes=-99999999999" }), whole, 0, whole.length - 1);
    },
  ],
  "content-range-unsatisfiable": [
    "a range after the end gets 416 with the length",
    async (ask, whole) => {
      const answer = await ask({ range: `bytes=${whole.length}-` });
      expectStatus(answer, 416);
      expectEqual(answer.headers["content-range"], `bytes */${whole.length}`, "content-range");
    },
  ],
  "content-range-several": [
    "several ranges get the whole content",
    async (ask, whole) => expectWhole(await ask({ range: "bytes=0-0,2-2" }), whole),
  ],
  "content-if-range": [
    "a range applies only to the version of If-Range",
    async (ask, whole, etag) => {
      const range = "bytes=1-2";
      expectPart(await ask({ range, "if-range": etag }), whole, 1, 2);
      expectWhole(await ask({ range, "if-range": '"other"' }), whole);
    },
  ],
});
