import type { Reply } from "./reply.ts";

/**
 * How far the node's clock is ahead of this machine's, in whole seconds, as its `Date` header tells. A header has
 * whole seconds alone, so less than two are none.
 */
export function clockOffset(reply: Pick<Reply, "headers" | "receivedAt">): number {
  const told = Date.parse(reply.headers.date ?? "");
  const seconds = Math.round((told - reply.receivedAt) / 1000);
  return Number.isNaN(told) || Math.abs(seconds) < 2 ? 0 : seconds;
}
