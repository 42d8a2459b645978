import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { ConsoleWords } from "../words/en.ts";
import type { Waiting } from "./use-waiting.ts";

/** A thing to do at the console. */
export interface Place {
  /** The first part of its path below `/console`. */
  readonly name: keyof ConsoleWords["places"];
  /** What goes there, after `g`. */
  readonly key: string;
  /** How many things wait there; a number stands in the list only where some do. */
  readonly waiting?: keyof Waiting;
  /** Its own keys beside those that hold everywhere, and what they do. */
  readonly keys?: readonly {
    readonly press: readonly string[];
    readonly does: keyof ConsoleWords["keys"]["of"];
  }[];
  readonly View: LazyExoticComponent<ComponentType<{ readonly rest: readonly string[] }>>;
}

/** Everything that there is to do, in the order of the list. */
export const places: readonly Place[] = [
  {
    name: "timeline",
    key: "t",
    keys: [
      { press: ["j"], does: "next" },
      { press: ["k"], does: "previous" },
      { press: ["o"], does: "details" },
      { press: ["q"], does: "quote" },
      { press: ["r"], does: "reply" },
      { press: ["m"], does: "more" },
    ],
    View: lazy(() => import("../views/timeline/timeline.tsx")),
  },
  {
    name: "write",
    key: "w",
    keys: [
      { press: ["Ctrl", "S"], does: "keep" },
      { press: ["Ctrl", "Shift", "Enter"], does: "show" },
      { press: ["Ctrl", "Enter"], does: "sign" },
    ],
    View: lazy(() => import("../views/write/write.tsx")),
  },
  {
    name: "posts",
    key: "p",
    keys: [{ press: ["s"], does: "signPicked" }],
    View: lazy(() => import("../views/posts/posts.tsx")),
  },
  { name: "media", key: "m", View: lazy(() => import("../views/media/media.tsx")) },
  {
    name: "people",
    key: "f",
    keys: [
      { press: ["j"], does: "nextOne" },
      { press: ["k"], does: "previousOne" },
      { press: ["o"], does: "openOne" },
      { press: ["m"], does: "more" },
      { press: ["n"], does: "follow" },
    ],
    View: lazy(() => import("../views/people/people.tsx")),
  },
  {
    name: "comments",
    key: "c",
    waiting: "comments",
    keys: [
      { press: ["j"], does: "nextOne" },
      { press: ["k"], does: "previousOne" },
      { press: ["x"], does: "pick" },
      { press: ["a"], does: "approve" },
      { press: ["h"], does: "hide" },
      { press: ["m"], does: "more" },
    ],
    View: lazy(() => import("../views/comments/comments.tsx")),
  },
  {
    name: "delivery",
    key: "d",
    waiting: "outbox",
    keys: [
      { press: ["j"], does: "nextOne" },
      { press: ["k"], does: "previousOne" },
      { press: ["o"], does: "openOne" },
      { press: ["m"], does: "more" },
      { press: ["r"], does: "retry" },
    ],
    View: lazy(() => import("../views/delivery/delivery.tsx")),
  },
  {
    name: "notifications",
    key: "b",
    waiting: "notifications",
    keys: [
      { press: ["j"], does: "nextOne" },
      { press: ["k"], does: "previousOne" },
      { press: ["r"], does: "markRead" },
      { press: ["m"], does: "more" },
    ],
    View: lazy(() => import("../views/notifications/notifications.tsx")),
  },
  { name: "settings", key: ",", View: lazy(() => import("../views/settings/settings.tsx")) },
  { name: "status", key: "n", View: lazy(() => import("../views/status/status.tsx")) },
];
