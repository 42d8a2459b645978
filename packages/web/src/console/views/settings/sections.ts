import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { ConsoleWords } from "../../words/en.ts";

/** One page of the settings; its name is its path below `/console/settings`. */
interface Section {
  readonly name: keyof ConsoleWords["settings"]["names"];
  readonly View: LazyExoticComponent<ComponentType>;
}

/** Every section, in the order in which they are offered. */
export const sections: readonly Section[] = [
  { name: "profile", View: lazy(() => import("./profile/profile.tsx")) },
  { name: "site", View: lazy(() => import("./site/site.tsx")) },
  { name: "devices", View: lazy(() => import("./devices/devices.tsx")) },
  { name: "access", View: lazy(() => import("./access/access.tsx")) },
  { name: "mail", View: lazy(() => import("./mail/mail.tsx")) },
  { name: "webhooks", View: lazy(() => import("./webhooks/webhooks.tsx")) },
  { name: "data", View: lazy(() => import("./data/data.tsx")) },
];
