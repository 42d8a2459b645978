import { createStepCounter } from "./count-steps.ts";
import { limitSpace } from "./limit-space.ts";

/** What the bench tells a process to suffer. */
export type FaultOrder =
  /** kill -9 by its own hand at the k-th step from now on (from 1), before or after the step is made. */
  | { fault: "die"; at: number; when: "before" | "after" }
  | { fault: "live" }
  /** Nothing: only the report is wanted. */
  | { fault: "none" }
  /** So many bytes can be written from now on, to contents and database together. Null: the disk has room again. */
  | { fault: "space"; bytes: number | null };

/**
 * Loaded before the node (`--import`): brings about, inside the process, what a machine does to it, and changes no
 * line of the node. Orders come from the environment (from the first step on) or from the parent.
 */
const counter = createStepCounter();

function obey(order: FaultOrder): void {
  switch (order.fault) {
    case "die":
      counter.dieAt(order.at, order.when);
      break;
    case "live":
      counter.dieAt(null, "before");
      break;
    case "space":
      limitSpace(order.bytes);
      break;
    case "none":
  }
}

const first = process.env.FAULT;
// Processes that the node starts load this file as well, and their line is the node's.
delete process.env.FAULT;
if (first !== undefined) {
  process.on("message", (order: FaultOrder) => {
    obey(order);
    process.send?.(counter.report());
  });
  // The parent's line must not keep a process alive that has been told to stop.
  process.channel?.unref();
  obey(JSON.parse(first) as FaultOrder);
}
