import { setTimeout as pause } from "node:timers/promises";
import type { BenchNode } from "./bench-node.ts";

/** Where a process ends itself: at its n-th step from now on, before or after making it. */
export interface Step {
  readonly at: number;
  readonly when: "before" | "after";
}

/** Nothing happens any more when there was no step for so long. */
const quietMs = 600;

/**
 * Has a running node die at a step of what `work` makes it do, at once or in the background.
 *
 * @returns whether it died; where it did not, there are no so many steps
 */
export async function dieAtStep(node: BenchNode, step: Step, work: () => Promise<unknown>): Promise<boolean> {
  await node.fault({ fault: "die", ...step });
  await work();
  let last = -1;
  while (node.isRunning) {
    const { steps } = await node.fault({ fault: "none" });
    if (steps === last) break;
    last = steps;
    await Promise.race([pause(quietMs), node.ended()]);
  }
  if (!node.isRunning) return true;
  await node.fault({ fault: "live" });
  // It may have died of the last step while it was told to live.
  return !node.isRunning;
}

/** The steps in order: before the first, after the first, before the second … `stride` leaves some out. */
export function nextStep({ at, when }: Step, stride = 1): Step {
  const position = (at - 1) * 2 + (when === "after" ? 1 : 0) + stride;
  return { at: Math.floor(position / 2) + 1, when: position % 2 === 0 ? "before" : "after" };
}
