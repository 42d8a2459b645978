import { describe, expect, test } from "vitest";
import { createRateLimiter } from "./rate-limiter.ts";

/** How many of `count` requests pass. */
function passing(limiter: ReturnType<typeof createRateLimiter>, address: string, count: number): number {
  return Array.from({ length: count }, () => limiter.take(address)).filter((wait) => wait === 0).length;
}

describe("createRateLimiter", () => {
  test("lets a minute's requests pass at once, then one each time a token is there", () => {
    let time = 0;
    const limiter = createRateLimiter({ perMinute: 60, now: () => time });
    expect(passing(limiter, "192.0.2.1", 100)).toBe(60);
    expect(limiter.take("192.0.2.1")).toBe(1000);
    time += 999;
    expect(limiter.take("192.0.2.1")).toBe(1);
    time += 1;
    expect(limiter.take("192.0.2.1")).toBe(0);
    time += 3_600_000;
    expect(passing(limiter, "192.0.2.1", 100)).toBe(60);
  });

  test("one client's requests are not another's", () => {
    const limiter = createRateLimiter({ perMinute: 1, now: () => 0 });
    expect(passing(limiter, "192.0.2.1", 2)).toBe(1);
    expect(passing(limiter, "192.0.2.2", 2)).toBe(1);
    expect(passing(limiter, "2001:db8:1:2::1", 2)).toBe(1);
    expect(passing(limiter, "2001:db8:1:2:ffff::9", 2)).toBe(0);
    expect(passing(limiter, "2001:db8:1:3::1", 2)).toBe(1);
  });

  test("0 is no limit", () => {
    const limiter = createRateLimiter({ perMinute: 0, now: () => 0 });
    expect(passing(limiter, "192.0.2.1", 1000)).toBe(1000);
  });

  test("remembers no more clients than it was told to, and gives nothing to who makes others be forgotten", () => {
    const limiter = createRateLimiter({ perMinute: 1, clients: 2, now: () => 0 });
    expect(passing(limiter, "192.0.2.1", 1)).toBe(1);
    expect(passing(limiter, "192.0.2.2", 1)).toBe(1);
    expect(passing(limiter, "192.0.2.3", 1)).toBe(0);
    expect(passing(limiter, "192.0.2.1", 1)).toBe(0);
  });
});
