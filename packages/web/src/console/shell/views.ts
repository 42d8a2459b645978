import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { ConsoleMessages } from "../../messages/console/en.ts";
import type { WaitingCounts } from "./waiting-counts.ts";

/** A view of the console. */
export interface ConsoleView {
  /** The first part of its path below `/console`. */
  readonly name: keyof ConsoleMessages["views"];
  /** The shortcut, after `g`. */
  readonly key: string;
  /** The count shown in the navigation, if it is not zero. */
  readonly waiting?: keyof WaitingCounts;
  /** The view's own shortcuts. */
  readonly keys?: readonly {
    readonly press: readonly string[];
    readonly does: keyof ConsoleMessages["keys"]["of"];
  }[];
  readonly View: LazyExoticComponent<ComponentType<{ readonly rest: readonly string[] }>>;
}

/** Every view, in the order of the navigation. */
export const views: readonly ConsoleView[] = [
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
    View: lazy(() => import("../features/timeline/timeline.tsx")),
  },
  {
    name: "write",
    key: "w",
    keys: [
      { press: ["Ctrl", "S"], does: "save" },
      { press: ["Ctrl", "Shift", "Enter"], does: "publishLocally" },
      { press: ["Ctrl", "Enter"], does: "publish" },
    ],
    View: lazy(() => import("../features/write/write.tsx")),
  },
  {
    name: "posts",
    key: "p",
    keys: [{ press: ["s"], does: "signSelected" }],
    View: lazy(() => import("../features/posts.tsx")),
  },
  { name: "media", key: "m", View: lazy(() => import("../features/media.tsx")) },
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
    View: lazy(() => import("../features/people/people.tsx")),
  },
  {
    name: "comments",
    key: "c",
    waiting: "comments",
    keys: [
      { press: ["j"], does: "nextOne" },
      { press: ["k"], does: "previousOne" },
      { press: ["x"], does: "select" },
      { press: ["a"], does: "approve" },
      { press: ["h"], does: "hide" },
      { press: ["m"], does: "more" },
    ],
    View: lazy(() => import("../features/comments/comments.tsx")),
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
    View: lazy(() => import("../features/delivery/delivery.tsx")),
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
    View: lazy(() => import("../features/notifications.tsx")),
  },
  { name: "settings", key: ",", View: lazy(() => import("../features/settings/settings.tsx")) },
  { name: "status", key: "n", View: lazy(() => import("../features/status.tsx")) },
];
