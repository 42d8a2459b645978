import { expect, it } from "vitest";
import { FairQueue } from "./driver.ts";

it("lets one through at a time, in the order in which they came", async () => {
  const queue = new FairQueue();
  const order: number[] = [];
  let inside = 0;
  const visit = async (number: number) => {
    await queue.acquire();
    inside += 1;
    expect(inside).toBe(1);
    await Promise.resolve();
    order.push(number);
    inside -= 1;
    queue.release();
  };
  await Promise.all([0, 1, 2, 3, 4].map(visit));
  await visit(5);
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
});
