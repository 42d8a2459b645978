import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { ConsoleWords } from "../words/en.ts";
import type { Waiting } from "./use-waiting.ts";

/** A thing to do at the desk. */
export interface Place {
  /** The first part of its path below `/console`. */
  readonly name: keyof ConsoleWords["places"];
  /** What goes there, after `g`. */
  readonly key: string;
  /** How many things wait there; a number stands in the list only where some do. */
  readonly waiting?: keyof Waiting;
  readonly View: LazyExoticComponent<ComponentType<{ readonly rest: readonly string[] }>>;
}

/** Everything that there is to do, in the order of the list. */
export const places: readonly Place[] = [
  { name: "timeline", key: "t", View: lazy(() => import("../views/timeline/timeline.tsx")) },
  { name: "status", key: "n", View: lazy(() => import("../views/status/status.tsx")) },
];
