import { expect, test } from "vitest";
import { createBoundedLine, LineFullError } from "./bounded-line.ts";

test("so much at a time, so much waiting, and no more", async () => {
  const line = createBoundedLine({ atATime: 2, waiting: 1 });
  const gate = Promise.withResolvers<void>();
  let running = 0;
  const work = async () => {
    running += 1;
    await gate.promise;
  };
  const entered = [line.run(work), line.run(work), line.run(work)];
  await expect(line.run(work)).rejects.toThrow(LineFullError);
  expect(running).toBe(2);
  gate.resolve();
  await Promise.all(entered);
  expect(running).toBe(3);
  expect(await line.run(async () => "free again")).toBe("free again");
});

test("work that fails gives its place back", async () => {
  const line = createBoundedLine({ atATime: 1, waiting: 1 });
  const failing = line.run(() => Promise.reject(new Error("broken")));
  const next = line.run(async () => "next");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("next");
});
