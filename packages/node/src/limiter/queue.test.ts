import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { networkOf } from "./network.ts";
import { createQueue, type Queue } from "./queue.ts";

const addresses: Record<string, string> = { a: "192.0.2.1", b: "192.0.2.2", c: "192.0.2.3" };

/** Work that goes on until it is finished, and what was begun in which order. */
function createWork(queue: Queue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    add(name: string): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      return queue.run(networkOf(addresses[name.slice(0, 1)] ?? null), () => {
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

test("so much at a time, so much waiting, and no more", async () => {
  const queue = createQueue({ atATime: 2, waiting: 1 });
  const gate = Promise.withResolvers<void>();
  let running = 0;
  const work = async () => {
    running += 1;
    await gate.promise;
  };
  const entered = [queue.run(null, work), queue.run(null, work), queue.run(null, work)];
  await expect(queue.run(null, work)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  expect([running, queue.size]).toEqual([2, 3]);
  gate.resolve();
  await Promise.all(entered);
  expect([running, queue.size]).toEqual([3, 0]);
});

test("one network does not get more than its share, whatever is free", async () => {
  const work = createWork(createQueue({ atATime: 4, perNetwork: 2, waiting: 10 }));
  const all = ["a1", "a2", "a3", "b1"].map(work.add);
  await setImmediate();
  expect(work.begun).toEqual(["a1", "a2", "b1"]);
  await work.finish("a1");
  expect(work.begun).toEqual(["a1", "a2", "b1", "a3"]);
  for (const name of work.begun) await work.finish(name);
  await Promise.all(all);
});

test.each([
  ["a /64", (n: number) => `2001:db8:1:0::${n.toString(16)}`, 4],
  ["a /56", (n: number) => `2001:db8:1:${n.toString(16)}::1`, 8],
  ["a /48", (n: number) => `2001:db8:1:${n.toString(16)}00::1`, 16],
])("%s of IPv6 gets its own multiple of the share", async (_name, address, most) => {
  const queue = createQueue({ atATime: 100, perNetwork: 4, waiting: 100 });
  let begun = 0;
  const turns = Array.from({ length: 40 }, (_, n) => queue.join(networkOf(address(n))));
  for (const turn of turns) void turn.begun.then(() => (begun += 1));
  await setImmediate();
  expect(begun).toBe(most);
  for (const { end } of turns) {
    end();
    await setImmediate();
  }
  expect([begun, queue.size]).toEqual([40, 0]);
});

test("what waits for a busy /64 is passed by another one of its /48", async () => {
  const queue = createQueue({ atATime: 3, perNetwork: 2, waiting: 10 });
  const begun: string[] = [];
  const join = (name: string, address: string) => {
    const turn = queue.join(networkOf(address));
    void turn.begun.then(() => begun.push(name));
    return turn;
  };
  const [busy, quiet] = ["2001:db8:1:1::1", "2001:db8:1:2::1"];
  const turns = [join("busy 1", busy), join("busy 2", busy), join("other", "192.0.2.1")];
  turns.push(join("busy 3", busy), join("quiet", quiet));
  await setImmediate();
  expect(begun).toEqual(["busy 1", "busy 2", "other"]);
  turns[2]?.end();
  await setImmediate();
  expect(begun).toEqual(["busy 1", "busy 2", "other", "quiet"]);
  turns[0]?.end();
  await setImmediate();
  expect(begun.at(-1)).toBe("busy 3");
});

test("networks take turns, however much one of them waits for", async () => {
  const work = createWork(createQueue({ atATime: 1, waiting: 10 }));
  const all = ["a1", "a2", "a3", "b1", "c1", "b2"].map(work.add);
  for (let turn = 0; turn < all.length; turn += 1) {
    await setImmediate();
    await work.finish(work.begun.at(-1) ?? "");
  }
  expect(work.begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  await Promise.all(all);
});

test("where it is full, a network with less takes the place of the one with most", async () => {
  const work = createWork(createQueue({ atATime: 1, waiting: 3 }));
  const first = work.add("a1");
  const [a2, a3, a4] = ["a2", "a3", "a4"].map(work.add);
  await expect(work.add("a5")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  const refused = expect(a4).rejects.toMatchObject({ code: "RATE_LIMITED" });
  const b1 = work.add("b1");
  await refused;
  // Two of a's and one of b's wait: a second one of b's would be no fairer.
  await expect(work.add("b2")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  for (const name of ["a1", "a2", "b1", "a3"]) await work.finish(name);
  await Promise.all([first, a2, a3, b1]);
  expect(work.begun).toEqual(["a1", "a2", "b1", "a3"]);
});

test("a paced queue begins one in each turn of the event loop", async () => {
  const queue = createQueue({ atATime: 10, waiting: 10, sliceMs: 0 });
  let begun = 0;
  const all = Array.from({ length: 5 }, () =>
    queue.run(null, async () => {
      begun += 1;
    }),
  );
  const seen: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    await Promise.resolve();
    seen.push(begun);
    await setImmediate();
  }
  await Promise.all(all);
  for (const [turn, count] of seen.entries()) expect(count).toBeLessThanOrEqual(turn + 1);
  expect(begun).toBe(5);
});

test("a paced queue begins one after another in a turn of the event loop, for as long as its slice", async () => {
  let time = 0;
  const queue = createQueue({ atATime: 10, waiting: 10, sliceMs: 5, now: () => time });
  const begun: number[] = [];
  const work = Array.from({ length: 5 }, (_, number) =>
    queue.run(null, async () => {
      begun.push(number);
      time += 2;
    }),
  );
  await new Promise(process.nextTick);
  // The third begins at 4 ms and ends at 6 ms.
  expect(begun).toEqual([0, 1, 2]);
  await Promise.all(work);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test("a paced queue begins one in a turn while what it began goes on", async () => {
  const queue = createQueue({ atATime: 10, waiting: 10, sliceMs: 5, now: () => 0 });
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const work = Array.from({ length: 3 }, () =>
    queue.run(null, async () => {
      begun += 1;
      await gate.promise;
    }),
  );
  await new Promise(process.nextTick);
  expect(begun).toBe(1);
  gate.resolve();
  await Promise.all(work);
  expect(begun).toBe(3);
});

test("work that fails, and a turn that is given up, make room", async () => {
  const queue = createQueue({ atATime: 1, waiting: 2 });
  const failing = queue.run(null, () => Promise.reject(new Error("broken")));
  const given = queue.join(null);
  const next = queue.run(null, async () => "next");
  given.end();
  given.end();
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("next");
  expect(queue.size).toBe(0);
});
