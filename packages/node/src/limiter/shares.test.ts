import { expect, test } from "vitest";
import { type Network, networkOf } from "./network.ts";
import { createShares, type Share, type Shares } from "./shares.ts";

const [a, b, c, d] = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"].map(networkOf) as [
  Network,
  Network,
  Network,
  Network,
];

function hold(shares: Shares, network = a, amount = 1): Share {
  const share = shares.take(network, amount);
  if (typeof share === "string") throw new Error(`refused: ${share}`);
  return share;
}

test("a network gets its part and gives it back once", () => {
  const shares = createShares({ most: 100, perNetwork: 10 });
  const share = hold(shares, a, 7);
  expect(shares.take(a, 4)).toBe("network");
  hold(shares, a, 3);
  share.release();
  share.release();
  expect(shares.total).toBe(3);
  hold(shares, a, 7);
  expect(shares.take(a, 1)).toBe("network");
});

test("prefixes of IPv6 have a bound of their own", () => {
  const shares = createShares({ most: 100, perNetwork: 2 });
  const taken = Array.from({ length: 20 }, (_, n) =>
    shares.take(networkOf(`2001:db8:1:${n.toString(16)}::1`), 1),
  );
  // All of them are in one /56.
  expect(taken.filter((share) => typeof share !== "string")).toHaveLength(4);
});

test("where all is taken, only networks below an even part get more", () => {
  const shares = createShares({ most: 12, perNetwork: 10 });
  hold(shares, a, 10);
  hold(shares, b, 2);
  expect(shares.take(b, 5)).toBe("all");
  hold(shares, b, 4);
  expect(shares.take(a, 1)).toBe("network");
  hold(shares, c, 4);
  expect(shares.take(c, 1)).toBe("all");
  // However many come, there is never more than twice the bound.
  hold(shares, d, 3);
  expect(shares.take(d, 1)).toBe("all");
  expect(shares.total).toBeLessThanOrEqual(24);
});

test("networks that came and went do not count", () => {
  const shares = createShares({ most: 12, perNetwork: 12 });
  const kept = [hold(shares, a, 4), hold(shares, b, 4)];
  for (let n = 0; n < 1_000; n += 1) hold(shares, networkOf(`198.51.${n >> 8}.${n & 255}`), 4).release();
  expect(shares.total).toBe(8);
  hold(shares, c, 4);
  // An even part for four is 3.
  expect([shares.take(d, 4), shares.take(a, 1)]).toEqual(["all", "all"]);
  hold(shares, d, 3);
  for (const share of kept) share.release();
  expect(shares.total).toBe(7);
});

test("where all is taken, the network with most gives way: what became endable first", () => {
  const shares = createShares({ most: 4, perNetwork: 10 });
  const ended: string[] = [];
  const endable = (network: typeof a, name: string) => {
    const share = hold(shares, network);
    share.setEnd(() => ended.push(name));
    return share;
  };
  const a1 = endable(a, "a1");
  endable(a, "a2");
  endable(a, "a3");
  endable(b, "b1");
  // At work, and idle again: it goes to the end.
  a1.setEnd(null);
  a1.setEnd(() => ended.push("a1"));
  hold(shares, c);
  expect(ended).toEqual(["a2"]);
  hold(shares, c);
  expect(ended).toEqual(["a2", "a3"]);
  expect(shares.total).toBe(4);
});
