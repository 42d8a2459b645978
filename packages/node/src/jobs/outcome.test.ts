import { PeerError } from "@freehold/protocol";
import { expect, it } from "vitest";
import { outcomeOfPeerError } from "./retry.ts";

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
