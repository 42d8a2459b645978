import { performance } from "node:perf_hooks";
import { checkReply } from "./oracles/check-reply.ts";
import type { ConnectionPool, Exchange } from "./requests/connection-pool.ts";
import type { FuzzRequest } from "./requests/fuzz-request.ts";
import type { Batch } from "./requests/fuzz-requests.ts";
import { renderCurl, renderRequest } from "./requests/render-request.ts";
import type { Tally } from "./tally.ts";
import type { Inventory } from "./target/inventory.ts";

/** Something that must not happen, with the request that did it and those before it on its connection. */
class FoundError extends Error {
  constructor(
    sentence: string,
    {
      request,
      group,
      inventory,
    }: { request: FuzzRequest; group: readonly FuzzRequest[]; inventory: Inventory },
  ) {
    const before = group
      .slice(0, group.indexOf(request))
      .map((one) => `\n  behind ${renderCurl(one, inventory)}`);
    super(
      `${sentence}\n  for ${request.route}, as ${request.caller}\n  ${renderCurl(request, inventory)}${before.join("")}`,
    );
  }
}

/** Longer than anything may take that waits for nobody for ever; on a machine that has other work as well. */
const lateMs = 45_000;
/** Above this a node may hang up before it has read everything: its answer can get lost. */
const readBytes = 16 * 1024;
const readHeaders = 90;

/**
 * Sends some requests and looks at each reply.
 *
 * @throws FoundError
 */
export async function sendBatch(
  batch: Batch,
  { pool, inventory, tally }: { pool: ConnectionPool; inventory: Inventory; tally: Tally },
): Promise<void> {
  const whole = batch.requests.filter(({ mangles }) => mangles.length === 0);
  const groups = batch.isPipelined ? [whole] : whole.map((one) => [one]);
  const broken = batch.requests.filter(({ mangles }) => mangles.length > 0).map((one) => [one]);
  await Promise.all([...groups, ...broken].filter((group) => group.length > 0).map(send));

  async function send(group: readonly FuzzRequest[]): Promise<void> {
    const bytes = Buffer.concat(group.map((one) => renderRequest(one, inventory)));
    const started = performance.now();
    const isLast = group.some(({ mangles }) => mangles.length > 0);
    const exchange = await pool.exchange({
      bytes,
      methods: group.map(({ method }) => method),
      lateMs,
      isLast,
    });
    tally.note(group, exchange, performance.now() - started);
    check(group, exchange, bytes.length);
  }

  function check(
    group: readonly FuzzRequest[],
    { replies, end, problem }: Exchange,
    sentBytes: number,
  ): void {
    const fail = (sentence: string, request = group[replies.length] ?? group.at(-1)) => {
      if (request) throw new FoundError(sentence, { request, group, inventory });
    };
    replies.forEach((reply, index) => {
      const request = group[index];
      const wrong = request ? checkReply(reply, request, inventory) : [];
      if (wrong.length > 0) fail(wrong.join(" "), request);
    });
    const isBroken = group.some(({ mangles }) => mangles.length > 0);
    if (end === "late") fail(`Nothing came within ${lateMs / 1000} s.`);
    // A request that was changed may be two, or a HEAD whose reply we took for another's.
    if (end === "bad" && !isBroken) fail(`What came is no reply. ${problem}`);
    const mayClose =
      isBroken ||
      sentBytes > readBytes ||
      group.some(({ headers }) => headers.length > readHeaders) ||
      replies.some(({ headers }) => /close/i.test(headers.connection ?? ""));
    if (end === "closed" && !mayClose) fail("The connection was closed without an answer.");
  }
}
