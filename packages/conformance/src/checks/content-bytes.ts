import { contentHash } from "@freehold/protocol";
import type { Check } from "../check.ts";
import { expectEqual, expectError, expectStatus, expectThat, Skipped } from "../expectations.ts";
import type { Reply } from "../node/reply.ts";
import type { Sample, TestContext } from "../test-context.ts";

/** Of so many entries the bytes are hashed. */
const maxHashed = 30;

/** A second in which this content was not signed. */
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

export const contentBytes: readonly Check[] = [
  {
    id: "content-hash-matches",
    section: "4.4",
    decisions: 5,
    title: "the bytes have the hash under which they are served",
    form: "both",
    async run({ node, info }) {
      if (info.entries.length === 0) throw new Skipped("the index lists nothing");
      for (const entry of info.entries.slice(0, maxHashed)) {
        const reply = await node.get(`/ewp/contents/${entry.contentHash}`);
        expectStatus(reply, 200, `for ${entry.contentHash}`);
        expectEqual(contentHash(reply.body), entry.contentHash, "SHA-256");
      }
    },
  },
  ...Object.entries(badHashes).map(
    ([what, hash]): Check => ({
      id: `content-hash-${what.replaceAll(" ", "-")}`,
      section: "4.4",
      title: `a hash that is ${what} is INVALID_HASH_FORMAT`,
      async run({ node }) {
        expectError(await node.get(`/ewp/contents/${hash}`), "INVALID_HASH_FORMAT");
      },
    }),
  ),
  {
    id: "content-unknown",
    section: "4.4",
    title: "a hash of nothing that is published is CONTENT_NOT_FOUND",
    async run({ node }) {
      expectError(await node.get(`/ewp/contents/0x${"0e".repeat(32)}`), "CONTENT_NOT_FOUND");
    },
  },
  {
    id: "content-timestamp-right",
    section: "4.4",
    decisions: 5,
    title: "with the timestamp of the publication its content is served",
    async run(context) {
      const { path, timestamp, reply } = await context.sample("any");
      const asked = await context.node.get(`${path}?timestamp=${timestamp}`);
      expectStatus(asked, 200);
      expectThat(asked.body.equals(reply.body), "the same bytes", "others");
    },
  },
  {
    id: "content-timestamp-other",
    section: "4.4",
    decisions: 5,
    title: "with another second there is none: CONTENT_NOT_FOUND",
    async run(context) {
      const { path, timestamp, contentHash: hash } = await context.sample("any");
      for (const second of [otherSecond(context, hash, timestamp), 0]) {
        expectError(await context.node.get(`${path}?timestamp=${second}`), "CONTENT_NOT_FOUND");
      }
    },
  },
  {
    id: "content-timestamp-malformed",
    section: "4.4",
    decisions: 5,
    title: "a timestamp that is not plain digits, or is there twice, is INVALID_TIMESTAMP",
    async run(context) {
      const { path, timestamp } = await context.sample("any");
      const values = ["10abc", "1.5", "-1", "", "%2B1", "now", `${timestamp}&timestamp=${timestamp}`];
      for (const value of values) {
        const reply = await context.node.get(`${path}?timestamp=${value}`);
        expectError(reply, "INVALID_TIMESTAMP", `for ?timestamp=${value}`);
      }
    },
  },
  {
    id: "content-thumb-malformed",
    section: "4.4",
    title: "a thumb that is not one of sm, md, lg is INVALID_THUMBNAIL_SIZE",
    async run(context) {
      const { path } = await context.sample("any");
      for (const value of ["xl", "SM", "", "small", "200", "sm&thumb=md"]) {
        const reply = await context.node.get(`${path}?thumb=${value}`);
        expectError(reply, "INVALID_THUMBNAIL_SIZE", `for ?thumb=${value}`);
      }
    },
  },
  {
    id: "content-error-order",
    section: "4.4",
    decisions: 2,
    title: "of several errors the hash is told first, then timestamp, thumb, and that there is nothing",
    async run({ node }) {
      const unknown = `/ewp/contents/0x${"0e".repeat(32)}`;
      expectError(await node.get("/ewp/contents/0x12?timestamp=x&thumb=y"), "INVALID_HASH_FORMAT");
      expectError(await node.get(`${unknown}?thumb=y&timestamp=x`), "INVALID_TIMESTAMP");
      expectError(await node.get(`${unknown}?thumb=y`), "INVALID_THUMBNAIL_SIZE");
    },
  },
];

/** A check that asks for contents with some headers, and looks at what comes. */
function asking(
  head: Pick<Check, "id" | "title">,
  look: (ask: (headers: Record<string, string>) => Promise<Reply>, sample: Sample) => Promise<void>,
): Check {
  return {
    ...head,
    section: "4.4",
    decisions: 5,
    async run(context: TestContext) {
      const sample = await context.sample("any");
      await look((headers) => context.node.get(sample.path, headers), sample);
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
  expectThat(reply.body.equals(whole), "the whole", `${reply.body.length} other bytes`);
}

export const contentConditions: readonly Check[] = [
  asking(
    { id: "content-not-modified", title: "who has these bytes (If-None-Match) gets 304 and none" },
    async (ask, { reply }) => {
      const etag = (reply.headers.etag ?? "*").replace(/^W\//, "");
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const answer = await ask({ "if-none-match": known });
        expectStatus(answer, 304, `for ${known}`);
        expectEqual(answer.body.length, 0, "bytes");
      }
    },
  ),
  asking({ id: "content-modified", title: "who has others gets these" }, async (ask, { reply }) => {
    expectWhole(await ask({ "if-none-match": '"other"' }), reply.body);
  }),
  asking(
    { id: "content-range", title: "a single range is 206 with exactly those bytes" },
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
  asking(
    { id: "content-range-open", title: "a range without an end goes to the end" },
    async (ask, { reply }) => {
      const last = reply.body.length - 1;
      expectPart(await ask({ range: "bytes=2-" }), reply.body, 2, last);
      expectPart(await ask({ range: "bytes=1-99999999999" }), reply.body, 1, last);
    },
  ),
  asking(
    { id: "content-range-suffix", title: "a suffix is that many bytes from the end" },
    async (ask, { reply }) => {
      const { length } = reply.body;
      expectPart(await ask({ range: "bytes=-3" }), reply.body, length - 3, length - 1);
      expectPart(await ask({ range: "bytes=-99999999999" }), reply.body, 0, length - 1);
    },
  ),
  asking(
    { id: "content-range-unsatisfiable", title: "a range after the end is 416 and tells the length" },
    async (ask, { reply }) => {
      const answer = await ask({ range: `bytes=${reply.body.length}-` });
      expectStatus(answer, 416);
      expectEqual(answer.headers["content-range"], `bytes */${reply.body.length}`, "content-range");
    },
  ),
  asking({ id: "content-range-several", title: "several ranges get the whole" }, async (ask, { reply }) => {
    expectWhole(await ask({ range: "bytes=0-0,2-2" }), reply.body);
  }),
  asking(
    { id: "content-if-range", title: "a range counts only for the version that If-Range names" },
    async (ask, { reply }) => {
      const range = "bytes=1-2";
      expectPart(await ask({ range, "if-range": reply.headers.etag ?? '""' }), reply.body, 1, 2);
      expectWhole(await ask({ range, "if-range": '"other"' }), reply.body);
    },
  ),
];
