import { expect, test } from "vitest";
import { hashOfContents } from "./addresses.ts";

const hash = `0x${"0a".repeat(32)}`;

test.each([
  `/ewp/contents/${hash}`,
  `/ewp/contents/${hash}?timestamp=1#top`,
  `https://node.example/ewp/contents/${hash}`,
  `https://node.example:8443/ewp/contents/${hash}?thumb=lg`,
])("%s is the address of contents", (address) => {
  expect(hashOfContents(address)).toBe(hash);
});

test.each([
  `http://node.example/ewp/contents/${hash}`,
  `//node.example/ewp/contents/${hash}`,
  `/ewp/contents/${hash}0`,
  `/ewp/contents/${hash.toUpperCase()}`,
  `/x/ewp/contents/${hash}`,
  `https://node.example/x/ewp/contents/${hash}`,
  "",
])("%s is none", (address) => {
  expect(hashOfContents(address)).toBeNull();
});
