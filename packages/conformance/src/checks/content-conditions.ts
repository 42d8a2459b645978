import type { Check } from "../check.ts";
import { expectEqual, expectStatus, expectThat } from "../expectations.ts";
import type { Reply } from "../node/reply.ts";
import type { Sample, Trial } from "../trial.ts";

/** A check that asks for contents with some headers, and looks at what comes. */
function asking(
  head: Pick<Check, "id" | "title">,
  look: (ask: (headers: Record<string, string>) => Promise<Reply>, sample: Sample) => Promise<void>,
): Check {
  return {
    ...head,
    section: "4.4",
    decisions: 5,
    async run(trial: Trial) {
      const sample = await trial.sample("any");
      await look((headers) => trial.node.get(sample.path, headers), sample);
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
