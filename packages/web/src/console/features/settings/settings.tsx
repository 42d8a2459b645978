import { lazy, type ReactElement, useContext, useSyncExternalStore } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { isPhone } from "../../shell/is-phone.ts";
import { Link } from "../../shell/routes.tsx";
import { ShellContext, usePageTitle } from "../../shell/shell-context.ts";
import "./settings.css";
import { LoadBoundary } from "../../components/load-boundary.tsx";

/** The node's settings, a section at a time; on a phone a list of the sections comes first. */
export default function Settings({ rest }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const chosen = names.find((name) => name === rest[0]);
  const current = chosen ?? "profile";
  const onPhone = useSyncExternalStore(isPhone.subscribe, isPhone.now);
  const { views, settings } = messages;
  const isList = onPhone && chosen === undefined;
  usePageTitle(isList ? views.settings : `${settings.names[current]} · ${views.settings}`);
  if (isList) return <SectionList />;
  const View = sections[current];
  return (
    <div className="settings">
      {onPhone && (
        <Link className="settings-back" to="/settings">
          {views.settings}
        </Link>
      )}
      <h1>{onPhone ? settings.names[current] : views.settings}</h1>
      {!onPhone && (
        <Tabs
          label={messages.views.settings}
          path="/settings"
          names={names}
          current={current}
          texts={messages.settings.names}
        />
      )}
      <LoadBoundary key={current}>
        <View />
      </LoadBoundary>
    </div>
  );
}

/** All sections in groups, and Sign out, which has no other place on a phone. */
function SectionList(): ReactElement {
  const messages = useMessages();
  const { signOut } = useContext(ShellContext);
  const { names: texts, groups: groupTexts } = messages.settings;
  return (
    <div className="settings-list">
      <h1>{messages.views.settings}</h1>
      {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
        <nav key={group} aria-label={groupTexts[group]}>
          <h2>{groupTexts[group]}</h2>
          <ul>
            {groups[group].map((name) => (
              <li key={name}>
                <Link to={`/settings/${name}`}>{texts[name]}</Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <Button look="plain" onClick={signOut} text={messages.signOut} />
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
  keys: lazy(() => import("./access/keys.tsx")),
  mail: lazy(() => import("./mail/mail.tsx")),
  newsletter: lazy(() => import("./mail/newsletter.tsx")),
  webhooks: lazy(() => import("./access/webhooks.tsx")),
  api: lazy(() => import("./access/api.tsx")),
  import: lazy(() => import("./import/import.tsx")),
  data: lazy(() => import("./data.tsx")),
  status: lazy(() => import("../status/status.tsx")),
};
const names = Object.keys(sections) as (keyof typeof sections)[];

/** The sections as a phone lists them. */
const groups = {
  you: ["profile", "access", "keys", "devices"],
  site: ["site", "address", "status"],
  mail: ["mail", "newsletter"],
  programs: ["api", "webhooks"],
  data: ["import", "data"],
} as const satisfies Readonly<Record<string, readonly (typeof names)[number][]>>;
