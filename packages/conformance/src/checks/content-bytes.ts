import { contentHash } from "@freehold/protocol";
import type { Check } from "../check.ts";
import { expectEqual, expectError, expectStatus, expectThat, Skipped } from "../expectations.ts";
import type { Trial } from "../trial.ts";

/** Of so many entries the bytes are hashed. */
const mostHashed = 30;

/** A second in which this content was not signed. */
function otherSecond({ facts }: Trial, hash: string, timestamp: number): number {
  const taken = new Set(
    facts.entries.filter((entry) => entry.contentHash === hash).map((entry) => entry.timestamp),
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
    async run({ node, facts }) {
      if (facts.entries.length === 0) throw new Skipped("the index lists nothing");
      for (const entry of facts.entries.slice(0, mostHashed)) {
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
    async run(trial) {
      const { path, timestamp, reply } = await trial.sample("any");
      const asked = await trial.node.get(`${path}?timestamp=${timestamp}`);
      expectStatus(asked, 200);
      expectThat(asked.body.equals(reply.body), "the same bytes", "others");
    },
  },
  {
    id: "content-timestamp-other",
    section: "4.4",
    decisions: 5,
    title: "with another second there is none: CONTENT_NOT_FOUND",
    async run(trial) {
      const { path, timestamp, contentHash: hash } = await trial.sample("any");
      for (const second of [otherSecond(trial, hash, timestamp), 0]) {
        expectError(await trial.node.get(`${path}?timestamp=${second}`), "CONTENT_NOT_FOUND");
      }
    },
  },
  {
    id: "content-timestamp-malformed",
    section: "4.4",
    decisions: 5,
    title: "a timestamp that is not plain digits, or is there twice, is INVALID_TIMESTAMP",
    async run(trial) {
      const { path, timestamp } = await trial.sample("any");
      const values = ["10abc", "1.5", "-1", "", "%2B1", "now", `${timestamp}&timestamp=${timestamp}`];
      for (const value of values) {
        const reply = await trial.node.get(`${path}?timestamp=${value}`);
        expectError(reply, "INVALID_TIMESTAMP", `for ?timestamp=${value}`);
      }
    },
  },
  {
    id: "content-thumb-malformed",
    section: "4.4",
    title: "a thumb that is not one of sm, md, lg is INVALID_THUMBNAIL_SIZE",
    async run(trial) {
      const { path } = await trial.sample("any");
      for (const value of ["xl", "SM", "", "small", "200", "sm&thumb=md"]) {
        const reply = await trial.node.get(`${path}?thumb=${value}`);
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
