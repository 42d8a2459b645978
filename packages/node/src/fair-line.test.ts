import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { LineFullError } from "./bounded-line.ts";
import { createFairLine, type FairLine } from "./fair-line.ts";

/** Work that goes on until it is let go, and what was begun in which order. */
function createWork(line: FairLine) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    add(source: string, name: string): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      return line.run(source, () => {
        begun.push(name);
        return promise;
      });
    },
    async finish(name: string): Promise<void> {
      ends.get(name)?.();
      await setImmediate();
    },
  };
}

test("one source does not get more than its share, whatever is free", async () => {
  const work = createWork(createFairLine({ atATime: 4, perSource: 2, waiting: 10 }));
  const all = ["a1", "a2", "a3", "b1"].map((name) => work.add(name.slice(0, 1), name));
  await setImmediate();
  expect(work.begun).toEqual(["a1", "a2", "b1"]);
  await work.finish("a1");
  expect(work.begun).toEqual(["a1", "a2", "b1", "a3"]);
  for (const name of work.begun) await work.finish(name);
  await Promise.all(all);
});

test("sources take turns, however much one of them waits for", async () => {
  const work = createWork(createFairLine({ atATime: 1, perSource: 1, waiting: 10 }));
  const all = ["a1", "a2", "a3", "b1", "c1", "b2"].map((name) => work.add(name.slice(0, 1), name));
  for (let turn = 0; turn < all.length; turn += 1) {
    await setImmediate();
    await work.finish(work.begun.at(-1) ?? "");
  }
  expect(work.begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  await Promise.all(all);
});

test("where the line is full, who has less in it takes the place of who has the most", async () => {
  const work = createWork(createFairLine({ atATime: 1, perSource: 1, waiting: 3 }));
  const first = work.add("a", "a1");
  const [a2, a3, a4] = ["a2", "a3", "a4"].map((name) => work.add("a", name));
  await expect(work.add("a", "a5")).rejects.toThrow(LineFullError);
  const refused = expect(a4).rejects.toThrow(LineFullError);
  const b1 = work.add("b", "b1");
  await refused;
  // Two of a's and one of b's wait: a second one of b's would be no fairer.
  await expect(work.add("b", "b2")).rejects.toThrow(LineFullError);
  for (const name of ["a1", "a2", "b1", "a3"]) await work.finish(name);
  await Promise.all([first, a2, a3, b1]);
  expect(work.begun).toEqual(["a1", "a2", "b1", "a3"]);
});

test("work that fails gives its place back", async () => {
  const line = createFairLine({ atATime: 1, perSource: 1, waiting: 1 });
  const failing = line.run("a", () => Promise.reject(new Error("broken")));
  const next = line.run("b", async () => "next");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("next");
  expect(await line.run("a", async () => "again")).toBe("again");
});
