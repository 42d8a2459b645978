import { describe, expect, it } from "vitest";
import { CostMeter } from "./cost.ts";
import { limits } from "./limits.ts";

describe("CostMeter", () => {
  it("adds the bytes of text to what was estimated, up to what an operation may cost", () => {
    const meter = new CostMeter({ kind: "anonymous" });
    meter.start(limits.cost - 10);
    meter.charge(9 * limits.bytesPerCost + 1);
    meter.charge(limits.bytesPerCost - 1);
    expect(meter.cost).toBe(limits.cost);
    expect(() => meter.charge(1)).toThrow(`This costs ${limits.cost + 1}`);
    expect(() => meter.check()).toThrow("This costs");
  });

  it("takes as many bytes as a reply to anybody may have", () => {
    const meter = new CostMeter({ kind: "anonymous" });
    meter.start(1);
    meter.charge(limits.anonymousReplyBytes);
    expect(() => meter.charge(1)).toThrow(`up to ${limits.anonymousReplyBytes} bytes`);
  });

  it("charges texts, several of them, and JSON, by their bytes", () => {
    const meter = new CostMeter({ kind: "anonymous" });
    const text = "ü".repeat(limits.bytesPerCost / 2);
    for (const value of [text, [text, text], { key: text }, null, 7]) {
      expect(meter.chargeText(value)).toBe(value);
    }
    expect(meter.cost).toBe(5);
  });

  it("loads lists one after another, and none any more after too much", async () => {
    const meter = new CostMeter({ kind: "anonymous" });
    const loaded: number[] = [];
    const lists = [1, 2, 3, 4].map((list) =>
      meter
        .inTurn(async () => loaded.push(list))
        // As a list's fields are resolved: when it is there.
        .then(() => meter.charge(limits.anonymousReplyBytes / 2)),
    );
    const ends = await Promise.allSettled(lists);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"]);
    expect(loaded).toEqual([1, 2, 3]);
  });

  it("goes on with the next list when one could not be loaded", async () => {
    const meter = new CostMeter({ kind: "anonymous" });
    const broken = meter.inTurn(() => Promise.reject(new Error("broken")));
    const next = meter.inTurn(() => "there");
    await expect(broken).rejects.toThrow("broken");
    expect(await next).toBe("there");
  });
});
