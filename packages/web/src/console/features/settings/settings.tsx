import { lazy, type ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Tabs } from "../../components/tabs.tsx";
import "./settings.css";
import { LoadBoundary } from "../../components/load-boundary.tsx";

/** The node's settings, a section at a time. */
export default function Settings({ rest }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const current = names.find((name) => name === rest[0]) ?? "profile";
  const View = sections[current];
  return (
    <div className="settings">
      <h1>{messages.views.settings}</h1>
      <Tabs
        label={messages.views.settings}
        path="/settings"
        names={names}
        current={current}
        texts={messages.settings.names}
      />
      <LoadBoundary key={current}>
        <View />
      </LoadBoundary>
    </div>
  );
}

/** The pages of the settings; each name is a path below `/console/settings`. */
const sections = {
  profile: lazy(() => import("./profile/profile.tsx")),
  address: lazy(() => import("./address.tsx")),
  site: lazy(() => import("./site.tsx")),
  devices: lazy(() => import("./access/devices.tsx")),
  access: lazy(() => import("./access/access.tsx")),
  mail: lazy(() => import("./mail/mail.tsx")),
  newsletter: lazy(() => import("./mail/newsletter.tsx")),
  webhooks: lazy(() => import("./access/webhooks.tsx")),
  api: lazy(() => import("./access/api.tsx")),
  import: lazy(() => import("./import/import.tsx")),
  data: lazy(() => import("./data.tsx")),
  status: lazy(() => import("../status/status.tsx")),
};
const names = Object.keys(sections) as (keyof typeof sections)[];
