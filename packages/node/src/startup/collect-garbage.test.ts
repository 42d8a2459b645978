import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { collectGarbage } from "./collect-garbage.ts";

test("collectGarbage frees what nothing refers to, and leaves no function behind", async () => {
  const gone = new WeakRef({ big: new Array(1_000) });
  // A reference lives until the end of the turn that made or read it.
  await nextTurn();
  collectGarbage();
  expect(gone.deref()).toBeUndefined();
  expect(globalThis).not.toHaveProperty("gc");
});
