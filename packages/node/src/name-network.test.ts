import { expect, test } from "vitest";
import { nameNetwork } from "./name-network.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::ffff:c000:201", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "8193:3512:1:2::/64"],
  ["fe80::1%eth0", "65152:0:0:0::/64"],
  ["", "unknown"],
  ["<script>", "unknown"],
  ["a".repeat(1_000), "unknown"],
])("nameNetwork(%.40j)", (address, name) => {
  expect(nameNetwork(address)).toBe(name);
});
