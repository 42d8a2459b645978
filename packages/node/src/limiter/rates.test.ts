import { describe, expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { AppError } from "../errors/errors.ts";
import { createLimiter } from "./limiter.ts";
import { limits } from "./limits.ts";
import { networkOf } from "./network.ts";
import { createRates, type Rates } from "./rates.ts";

/** How many of `count` tokens are there. */
function taken(rates: Rates, who: string, count: number, tokens = 1): number {
  const network = /[.:]/.test(who) ? networkOf(who) : who;
  return Array.from({ length: count }, () => rates.take(network, tokens)).filter((wait) => wait === 0).length;
}

describe("createRates", () => {
  test("gives a burst at once, then one token each time it is earned", () => {
    let time = 0;
    const rates = createRates({ perMinute: 60, burst: 10, keys: 10, now: () => time });
    expect(taken(rates, "a", 100)).toBe(10);
    expect(rates.take("a")).toBe(1000);
    time += 999;
    expect(rates.take("a")).toBe(1);
    time += 1;
    expect(rates.take("a")).toBe(0);
    time += 3_600_000;
    expect(taken(rates, "a", 100)).toBe(10);
  });

  test("an expensive thing takes several tokens, and never more than there can be", () => {
    const rates = createRates({ perMinute: 60, burst: 10, keys: 10, now: () => 0 });
    expect(taken(rates, "a", 10, 4)).toBe(2);
    expect(taken(rates, "a", 10)).toBe(2);
    expect(taken(rates, "b", 10, 1_000)).toBe(1);
  });

  test("what was done already is charged, and paid back before there is more", () => {
    let time = 0;
    const rates = createRates({ perMinute: 60, burst: 10, keys: 10, now: () => time });
    expect(taken(rates, "a", 8)).toBe(8);
    rates.charge("a", 7);
    expect(rates.take("a")).toBe(6_000);
    time += 6_000;
    expect(taken(rates, "a", 10)).toBe(1);
  });

  test("0 is no limit", () => {
    expect(taken(createRates({ perMinute: 0, keys: 1 }), "a", 1000)).toBe(1000);
  });

  test("counts IPv6 by /64, a /56 twice and a /48 four times as much", () => {
    const rates = createRates({ perMinute: 10, keys: 100, now: () => 0 });
    expect(taken(rates, "192.0.2.1", 20)).toBe(10);
    expect(taken(rates, "192.0.2.2", 20)).toBe(10);
    expect(taken(rates, "2001:db8:1:1::1", 20)).toBe(10);
    expect(taken(rates, "2001:db8:1:1:ffff::9", 20)).toBe(0);
    expect(taken(rates, "2001:db8:1:2::1", 20)).toBe(10);
    expect(taken(rates, "2001:db8:1:3::1", 20)).toBe(0);
    expect(taken(rates, "2001:db8:1:100::1", 20) + taken(rates, "2001:db8:1:101::1", 20)).toBe(20);
    expect(taken(rates, "2001:db8:1:200::1", 20)).toBe(0);
    expect(taken(rates, "2001:db8:2::1", 20)).toBe(10);
  });

  test("a new name begins with what the forgotten one had left", () => {
    const rates = createRates({ perMinute: 10, keys: 2, now: () => 0 });
    expect(taken(rates, "a", 20)).toBe(10);
    expect(taken(rates, "b", 4)).toBe(4);
    expect(taken(rates, "c", 20)).toBe(0);
    expect(taken(rates, "d", 20)).toBe(6);
    expect(taken(rates, "a", 20)).toBe(0);
  });

  test("ever new names get no more together than the table gives", () => {
    let time = 0;
    const rates = createRates({ perMinute: 60, keys: 10, now: () => time });
    let passed = 0;
    for (let number = 0; number < 100_000; number += 1) passed += taken(rates, `name ${number}`, 1);
    expect(passed).toBe(600);
    time += 60_000;
    for (let number = 0; number < 100_000; number += 1) passed += taken(rates, `later ${number}`, 1);
    expect(passed).toBe(1_200);
  });

  test("says what is too much, and when there is more", () => {
    const rates = createRates({ perMinute: 60, burst: 1, keys: 1, message: "Too many.", now: () => 0 });
    rates.spend("a");
    expect(() => rates.spend("a")).toThrow(new AppError("RATE_LIMITED", "Too many.", { retryAfter: 1 }));
  });
});

test.each([
  ["6000", limits.requestBurst],
  ["60000", 6_000],
  ["5", 5],
])("FREEHOLD_RATE_LIMIT=%s allows a burst of %d requests", (setting, burst) => {
  const config = readConfig({ FREEHOLD_DATA: "/nowhere", FREEHOLD_RATE_LIMIT: setting });
  const { requests } = createLimiter(config, () => 0);
  expect(taken(requests, "192.0.2.1", 10_000)).toBe(burst);
});
