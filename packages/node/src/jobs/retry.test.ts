import { PeerError } from "@freehold/protocol";
import { expect, it } from "vitest";
import { backoff, outcomeOfPeerError, retryDelay } from "./retry.ts";

const refused = (status: number, code: string | null, retryAfterMs: number | null = null) =>
  new PeerError("refused", "no", { status, code, retryAfterMs });

it.each([
  new PeerError("unreachable", "no way"),
  new PeerError("timeout", "too slow"),
  new PeerError("bad-reply", "nonsense"),
  new PeerError("too-large", "too long"),
  refused(500, null),
  refused(503, null),
  refused(502, null),
  refused(429, "RATE_LIMITED"),
  refused(302, null),
])("lets all that is for the peer wait after %s", (error) => {
  expect(outcomeOfPeerError(error)).toMatchObject({ result: "later", scope: "peer" });
});

it("tries a message again by itself at which the node failed, for others may get through", () => {
  expect(outcomeOfPeerError(refused(500, "INTERNAL_ERROR"))).toEqual({
    result: "later",
    scope: "row",
    reason: "it answered 500 INTERNAL_ERROR",
    reached: true,
  });
});

it.each([
  [refused(400, "INVALID_PAYLOAD"), "it answered 400 INVALID_PAYLOAD"],
  [refused(400, "INVALID_TIMESTAMP"), "it answered 400 INVALID_TIMESTAMP"],
  [refused(404, "CONTENT_NOT_FOUND"), "it answered 404 CONTENT_NOT_FOUND"],
  [refused(413, null), "it answered 413"],
])("takes %s for the last word", (error, reason) => {
  expect(outcomeOfPeerError(error)).toEqual({ result: "refused", reason, reached: true });
});

it("does not take the page of a proxy, or a node before its installation, for the last word", () => {
  expect(outcomeOfPeerError(refused(404, null))).toMatchObject({ result: "later", scope: "peer" });
  expect(outcomeOfPeerError(refused(404, "NODE_NOT_FOUND"))).toMatchObject({
    result: "later",
    scope: "peer",
  });
});

it("waits as long as the peer asks for, and no longer than a day", () => {
  expect(outcomeOfPeerError(refused(429, "RATE_LIMITED", 120_000))).toMatchObject({ afterMs: 120_000 });
  expect(outcomeOfPeerError(refused(503, null, 10 ** 12))).toMatchObject({ afterMs: 86_400_000 });
  expect(outcomeOfPeerError(refused(503, null, -5))).toMatchObject({ afterMs: 0 });
});

it("lets a caller say what a code means to it", () => {
  const error = refused(409, "REPLICATION_ALREADY_EXISTS");
  expect(outcomeOfPeerError(error, { REPLICATION_ALREADY_EXISTS: { result: "done" } })).toEqual({
    result: "done",
  });
});

it("doubles from five seconds to a day, half of it by chance", () => {
  expect([1, 2, 3, 4].map((failures) => backoff(failures, 1))).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect([1, 2, 3, 4].map((failures) => backoff(failures, 0))).toEqual([2_500, 5_000, 10_000, 20_000]);
  expect(backoff(2, 0.5)).toBe(7_500);
});

it("stays at a day, however many failures there were", () => {
  const day = 24 * 60 * 60 * 1000;
  expect(backoff(16, 1)).toBe(day);
  expect(backoff(1_000_000, 1)).toBe(day);
  expect(backoff(1_000_000, 0)).toBe(day / 2);
});

it("waits no shorter than was asked for, and spreads those who were sent away together", () => {
  const waits = Array.from({ length: 100 }, (_, index) => retryDelay(1, 60_000, index / 100));
  expect(Math.min(...waits)).toBe(60_000);
  expect(Math.max(...waits)).toBeGreaterThan(89_000);
  expect(new Set(waits).size).toBe(100);
});

it("adds an hour at the most to a day, and keeps its own time where less is asked for", () => {
  const day = 24 * 60 * 60 * 1000;
  expect(retryDelay(1, day, 1)).toBe(day + 60 * 60 * 1000);
  expect(retryDelay(1, 0, 0)).toBe(backoff(1, 0));
  expect(retryDelay(10, 1_000, 0.5)).toBe(backoff(10, 0.5));
});
