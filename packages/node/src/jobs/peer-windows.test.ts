import { expect, it } from "vitest";
import { createPeerWindows } from "./peer-windows.ts";

it("begins with one row, and lets one more through with each that went through", () => {
  const windows = createPeerWindows(3);
  const widths = [0, 1, 2, 3].map(() => {
    const width = windows.of("a");
    windows.widen("a");
    return width;
  });
  expect(widths).toEqual([1, 2, 3, 3]);
  expect(windows.of("b")).toBe(1);
});

it("begins anew with a peer that did not answer", () => {
  const windows = createPeerWindows(3);
  windows.widen("a");
  windows.close("a");
  expect(windows.of("a")).toBe(1);
});

it("never goes beyond its most, and keeps a bounded number of peers: who was heard of least lately begins anew", () => {
  expect(createPeerWindows(1).of("a")).toBe(1);
  const windows = createPeerWindows(4, 2);
  for (const peer of ["a", "b", "a", "c"]) windows.widen(peer);
  expect(["a", "b", "c"].map((peer) => windows.of(peer))).toEqual([3, 1, 2]);
});
