import { expect, test } from "vitest";
import { networkOf, prefixOf } from "./network.ts";

test.each([
  ["192.0.2.1", ["192.0.2.1"]],
  ["::ffff:192.0.2.1", ["192.0.2.1"]],
  ["2001:db8:1:2ab::9", ["2001:db8:1:2ab::/64", "2001:db8:1:200::/56", "2001:db8:1:0::/48"]],
  ["fe80::1%eth0", ["fe80:0:0:0::/64", "fe80:0:0:0::/56", "fe80:0:0:0::/48"]],
  ["no address", ["unknown"]],
  [null, ["unknown"]],
])("%s is counted as %j", (address, prefixes) => {
  expect(networkOf(address).map(({ key }) => key)).toEqual(prefixes);
  expect(prefixOf(address)).toBe(prefixes[0]);
});

test("a wider prefix may use more, but far less than all that are in it", () => {
  expect(networkOf("2001:db8::1").map(({ factor }) => factor)).toEqual([1, 2, 4]);
});
