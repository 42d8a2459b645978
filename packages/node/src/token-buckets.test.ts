import { describe, expect, test } from "vitest";
import { createTokenBuckets } from "./token-buckets.ts";

/** How many of `count` tokens are there. */
function taken(buckets: ReturnType<typeof createTokenBuckets>, key: string, count: number): number {
  return Array.from({ length: count }, () => buckets.take(key)).filter((wait) => wait === 0).length;
}

describe("createTokenBuckets", () => {
  test("a new key begins with what the forgotten one had left", () => {
    const buckets = createTokenBuckets({ perMinute: 10, keys: 2, now: () => 0 });
    expect(taken(buckets, "a", 20)).toBe(10);
    expect(taken(buckets, "b", 4)).toBe(4);
    expect(taken(buckets, "c", 20)).toBe(0);
    expect(taken(buckets, "d", 20)).toBe(6);
    expect(taken(buckets, "a", 20)).toBe(0);
  });

  test("ever new keys get no more together than the table gives", () => {
    let time = 0;
    const buckets = createTokenBuckets({ perMinute: 60, keys: 10, now: () => time });
    let passed = 0;
    for (let number = 0; number < 100_000; number += 1) passed += taken(buckets, `key ${number}`, 1);
    expect(passed).toBe(600);
    time += 60_000;
    for (let number = 0; number < 100_000; number += 1) passed += taken(buckets, `later ${number}`, 1);
    expect(passed).toBe(1_200);
  });

  test("a key that was forgotten with a full bucket has a full one", () => {
    let time = 0;
    const buckets = createTokenBuckets({ perMinute: 60, keys: 1, now: () => time });
    expect(taken(buckets, "a", 60)).toBe(60);
    time += 60_000;
    expect(taken(buckets, "b", 100)).toBe(60);
  });
});
