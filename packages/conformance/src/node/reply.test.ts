import { describe, expect, it } from "vitest";
import { clockOffset } from "./node-info.ts";
import { describeReply, plain } from "./reply.ts";

describe("a node's reply in a report", () => {
  it("is on one short line without control characters", () => {
    expect(plain("a\u001b[2J\nb\u202e\t c")).toBe("a [2J b c");
    expect(plain("x".repeat(500))).toHaveLength(160);
  });

  it("has its status and its text, or the number of bytes of another type", () => {
    const base = { json: undefined, receivedAt: 0 };
    const text = {
      ...base,
      status: 400,
      headers: { "content-type": "application/json" },
      body: Buffer.from("{}"),
    };
    expect(describeReply(text)).toBe("400 {}");
    const picture = { ...base, status: 200, headers: { "content-type": "image/png" }, body: Buffer.alloc(9) };
    expect(describeReply(picture)).toBe("200 9 bytes of image/png");
  });
});

describe("the node's clock", () => {
  it.each([
    ["Thu, 01 Jan 2026 00:00:00 GMT", 0],
    ["Thu, 01 Jan 2026 00:00:01 GMT", 0],
    ["Thu, 01 Jan 2026 01:00:00 GMT", 3_600],
    ["Wed, 31 Dec 2025 23:59:00 GMT", -60],
    ["yesterday", 0],
  ])("says %s: %i seconds ahead", (date, seconds) => {
    expect(clockOffset({ headers: { date }, receivedAt: Date.parse("2026-01-01T00:00:00.400Z") })).toBe(
      seconds,
    );
  });
});
