import { type ComponentType, type LazyExoticComponent, lazy, type ReactElement, Suspense } from "react";
import type { ConsoleMessages } from "../../../messages/console/en.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Link } from "../../shell/routes.tsx";
import "./settings.css";

/** The node's settings, a section at a time. */
export default function Settings({ rest }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const current = sections.find(({ name }) => name === rest[0]) ?? sections[0];
  return (
    <div className="settings">
      <h1>{messages.views.settings}</h1>
      <nav className="tabs" aria-label={messages.settings.sections}>
        {sections.map(({ name }) => (
          <Link
            key={name}
            to={`/settings/${name}`}
            aria-current={name === current?.name ? "page" : undefined}
          >
            {messages.settings.names[name]}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<p className="skeleton" aria-busy="true" />}>
        {current && <current.View key={current.name} />}
      </Suspense>
    </div>
  );
}

/** One page of the settings; its name is its path below `/console/settings`. */
interface Section {
  readonly name: keyof ConsoleMessages["settings"]["names"];
  readonly View: LazyExoticComponent<ComponentType>;
}

const sections: readonly Section[] = [
  { name: "profile", View: lazy(() => import("./profile/profile.tsx")) },
  { name: "site", View: lazy(() => import("./site.tsx")) },
  { name: "devices", View: lazy(() => import("./devices.tsx")) },
  { name: "access", View: lazy(() => import("./access.tsx")) },
  { name: "mail", View: lazy(() => import("./mail.tsx")) },
  { name: "webhooks", View: lazy(() => import("./webhooks.tsx")) },
  { name: "data", View: lazy(() => import("./data.tsx")) },
];
