import type { ComponentType } from "react";
import type { ConsoleMessages } from "../../messages/console/en.ts";
import { lazyView } from "../components/load-boundary.tsx";
import { Home } from "../features/home.tsx";
import type { WaitingCounts } from "./waiting-counts.ts";

/** One of the five sections of the dashboard. */
interface Section {
  /** The count shown in the navigation, if it is not zero. */
  readonly waiting?: keyof WaitingCounts;
  readonly View: ComponentType<{ readonly rest: readonly string[] }>;
}

export type SectionName = "home" | "posts" | "inbox" | "settings" | "write";

/** In the order of the navigation; the name is the first part of the path below `/console`. */
export const sections: Readonly<Record<SectionName, Section>> = {
  // The only one that comes with the frame, and does with the messages that are there first.
  home: { View: Home },
  posts: { waiting: "proposals", View: lazyView(() => import("../features/posts/posts.tsx")) },
  inbox: { waiting: "inbox", View: lazyView(() => import("../features/inbox/inbox.tsx")) },
  settings: { waiting: "problems", View: lazyView(() => import("../features/settings/settings.tsx")) },
  write: { View: lazyView(() => import("../features/write/write.tsx")) },
};

export const sectionNames = Object.keys(sections) as SectionName[];

/** A view that a shortcut and the command palette lead to. */
interface View {
  /** Below `/console`. */
  readonly path: string;
  /** The shortcut, after `g`. */
  readonly key: string;
  /** The view's own shortcuts, such as `Ctrl+S`, and their effects. */
  readonly keys?: Readonly<Record<string, keyof ConsoleMessages["keys"]["of"]>>;
}

export type ViewName = keyof ConsoleMessages["views"];

/** Every view, in the order of the list of shortcuts. */
export const views: Readonly<Record<ViewName, View>> = {
  home: { path: "/home", key: "h" },
  timeline: {
    path: "/home",
    key: "t",
    keys: {
      j: "next",
      k: "previous",
      o: "details",
      q: "quote",
      r: "reply",
      s: "readLater",
      u: "stopped",
      n: "showNew",
      m: "more",
    },
  },
  people: {
    path: "/home/people",
    key: "f",
    keys: { j: "nextOne", k: "previousOne", o: "openOne", m: "more", n: "follow" },
  },
  posts: {
    path: "/posts",
    key: "p",
    keys: { j: "nextOne", k: "previousOne", x: "select", s: "signSelected", "/": "search", m: "more" },
  },
  media: { path: "/posts/media", key: "m" },
  delivery: {
    path: "/posts/delivery",
    key: "d",
    keys: { j: "nextOne", k: "previousOne", o: "openOne", m: "more", r: "retry" },
  },
  inbox: {
    path: "/inbox",
    key: "i",
    keys: { j: "nextOne", k: "previousOne", a: "approve", h: "hide", e: "answer", r: "markRead", m: "more" },
  },
  notifications: { path: "/inbox", key: "b" },
  comments: {
    path: "/inbox/comments",
    key: "c",
    keys: { j: "nextOne", k: "previousOne", x: "select", a: "approve", h: "hide", e: "answer", m: "more" },
  },
  settings: { path: "/settings", key: "," },
  status: { path: "/settings/status", key: "n" },
  write: {
    path: "/write",
    key: "w",
    keys: { "Ctrl+S": "save", "Ctrl+Enter": "publish" },
  },
};

/** The views that have a name of their own; another one is a second shortcut to the same place. */
export const viewNames = (Object.keys(views) as ViewName[]).filter(
  (name) => name !== "timeline" && name !== "notifications",
);
