import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { ConsoleMessages } from "../../messages/console/en.ts";
import type { WaitingCounts } from "./waiting-counts.ts";

/** A view of the console. */
interface ConsoleView {
  /** The shortcut, after `g`. */
  readonly key: string;
  /** The count shown in the navigation, if it is not zero. */
  readonly waiting?: keyof WaitingCounts;
  /** The view's own shortcuts, as `Ctrl+S`, and what they do. */
  readonly keys?: Readonly<Record<string, keyof ConsoleMessages["keys"]["of"]>>;
  readonly View: LazyExoticComponent<ComponentType<{ readonly rest: readonly string[] }>>;
}

export type ViewName = keyof ConsoleMessages["views"];

/** Every view, in the order of the navigation; its name is the first part of its path below `/console`. */
export const views: Readonly<Record<ViewName, ConsoleView>> = {
  timeline: {
    key: "t",
    keys: { j: "next", k: "previous", o: "details", q: "quote", r: "reply", m: "more" },
    View: lazy(() => import("../features/timeline/timeline.tsx")),
  },
  write: {
    key: "w",
    keys: { "Ctrl+S": "save", "Ctrl+Enter": "publish" },
    View: lazy(() => import("../features/write/write.tsx")),
  },
  posts: {
    key: "p",
    keys: { s: "signSelected" },
    View: lazy(() => import("../features/posts.tsx")),
  },
  media: { key: "m", View: lazy(() => import("../features/media.tsx")) },
  people: {
    key: "f",
    keys: { j: "nextOne", k: "previousOne", o: "openOne", m: "more", n: "follow" },
    View: lazy(() => import("../features/people/people.tsx")),
  },
  comments: {
    key: "c",
    waiting: "comments",
    keys: { j: "nextOne", k: "previousOne", x: "select", a: "approve", h: "hide", m: "more" },
    View: lazy(() => import("../features/comments/comments.tsx")),
  },
  delivery: {
    key: "d",
    waiting: "outbox",
    keys: { j: "nextOne", k: "previousOne", o: "openOne", m: "more", r: "retry" },
    View: lazy(() => import("../features/delivery/delivery.tsx")),
  },
  notifications: {
    key: "b",
    waiting: "notifications",
    keys: { j: "nextOne", k: "previousOne", r: "markRead", m: "more" },
    View: lazy(() => import("../features/notifications.tsx")),
  },
  settings: { key: ",", View: lazy(() => import("../features/settings/settings.tsx")) },
  status: { key: "n", View: lazy(() => import("../features/status.tsx")) },
};

export const viewNames = Object.keys(views) as ViewName[];
