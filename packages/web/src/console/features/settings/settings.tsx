import { lazy, type ReactElement, useContext, useSyncExternalStore } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { isNarrow } from "../../shell/is-narrow.ts";
import { Link } from "../../shell/routes.tsx";
import { ShellContext, usePageTitle } from "../../shell/shell-context.ts";
import { viewAt } from "../view-at.tsx";
import "./settings.css";
import { LoadBoundary } from "../../components/load-boundary.tsx";

/** The node's settings, a section at a time, with the list of the sections beside it; in a narrow window the list comes first. */
function Settings({ rest }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const chosen = names.find((name) => name === rest[0]);
  const current = chosen ?? "profile";
  const hasOneColumn = useSyncExternalStore(isNarrow.subscribe, isNarrow.now);
  const { views, settings } = messages;
  const isList = hasOneColumn && chosen === undefined;
  usePageTitle(isList ? views.settings : `${settings.names[current]} · ${views.settings}`);
  if (isList) return <SectionList />;
  const View = sections[current];
  return (
    <div className="settings-view">
      {!hasOneColumn && (
        <div className="settings-list">
          <SectionLinks current={current} />
        </div>
      )}
      <div className="settings">
        {hasOneColumn && (
          <Link className="settings-back" to="/settings">
            {views.settings}
          </Link>
        )}
        <h1>{settings.names[current]}</h1>
        <LoadBoundary key={current}>
          <View />
        </LoadBoundary>
      </div>
    </div>
  );
}

/** All sections in groups, and Sign out, which has no other place on a phone. */
function SectionList(): ReactElement {
  const messages = useMessages();
  const { signOut } = useContext(ShellContext);
  return (
    <div className="settings-list">
      <h1>{messages.views.settings}</h1>
      <SectionLinks current={null} />
      <Button look="plain" onClick={signOut} text={messages.signOut} />
    </div>
  );
}

/** Links to all sections, in groups. */
function SectionLinks({ current }: { current: SectionName | null }): ReactElement {
  const { names: texts, groups: groupTexts } = useMessages().settings;
  return (
    <>
      {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
        <nav key={group} aria-label={groupTexts[group]}>
          <h2>{groupTexts[group]}</h2>
          <ul>
            {groups[group].map((name) => (
              <li key={name}>
                <Link to={`/settings/${name}`} aria-current={name === current ? "page" : undefined}>
                  {texts[name]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </>
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
type SectionName = keyof typeof sections;
const names = Object.keys(sections) as SectionName[];

export default viewAt(new RegExp(`^(${names.join("|")})?$`), Settings);

/** The sections as they are listed. */
const groups = {
  you: ["profile", "access", "keys", "devices"],
  site: ["site", "address", "status"],
  mail: ["mail", "newsletter"],
  programs: ["api", "webhooks"],
  data: ["import", "data"],
} as const satisfies Readonly<Record<string, readonly (typeof names)[number][]>>;
