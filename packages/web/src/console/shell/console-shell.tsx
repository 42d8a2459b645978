import { type ReactElement, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { update } from "../app/register-worker.ts";
import { Button } from "../components/controls.tsx";
import { useOnline } from "../errors.tsx";
import { useKeys } from "./keyboard.ts";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { addressOf, goTo, Link, useRoute } from "./routes.tsx";
import { viewNames, views } from "./views.ts";
import { useWaitingCounts } from "./waiting-counts.ts";
import "./app-notice.css";

/** The frame: navigation at the left, the view in the middle, its details at the right. */
export function ConsoleShell({
  title,
  onSignOut,
  isUnreachable = false,
}: {
  title: string;
  onSignOut: () => void;
  /** Whether the node has not answered yet. */
  isUnreachable?: boolean;
}): ReactElement {
  const messages = useMessages();
  const { view, rest } = useRoute();
  const waiting = useWaitingCounts();
  const [showsKeys, showKeys] = useState(false);
  const current = viewNames.find((name) => name === view) ?? "timeline";
  const { View } = views[current];
  const here = addressOf(`/${current}`);
  useEffect(() => {
    // On a phone the navigation is wider than the screen.
    document.querySelector(`.console-side a[href="${here}"]`)?.scrollIntoView({ inline: "center" });
  }, [here]);
  const keys = {
    ...Object.fromEntries(viewNames.map((name) => [`g ${views[name].key}`, () => goTo(`/${name}`)])),
    "?": () => showKeys(true),
  };
  // Letters that a writer types beside the text lead nowhere.
  useKeys(current === "write" ? {} : keys);
  return (
    <div className="console">
      <header className="console-side">
        <a className="console-title" href="/">
          {title}
        </a>
        <nav aria-label={messages.name}>
          <ul>
            {viewNames.map((name) => {
              const { waiting: what } = views[name];
              const count = what ? waiting[what] : 0;
              return (
                <li key={name}>
                  <Link to={`/${name}`} aria-current={name === current ? "page" : undefined}>
                    {messages.views[name]}
                    {count > 0 && <span className="console-count">{count}</span>}
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
        <Button look="quiet" onClick={onSignOut} text={messages.signOut} />
      </header>
      <AppNotice isUnreachable={isUnreachable} />
      <main className="console-main" id="main">
        <Suspense fallback={<p className="skeleton" aria-busy="true" />}>
          <View rest={current === view ? rest : []} />
        </Suspense>
      </main>
      {showsKeys && <KeyboardHelp onClose={() => showKeys(false)} />}
    </div>
  );
}

/** Notices about the app itself: offline, or a new version. */
function AppNotice({ isUnreachable }: { isUnreachable: boolean }): ReactElement {
  const messages = useMessages();
  const isOnline = useOnline();
  const isNewer = useSyncExternalStore(update.subscribe, update.isThere);
  return (
    <div role="status" className="app-notice">
      {(!isOnline || isUnreachable) && <p>{messages.settings.app.offline}</p>}
      {isNewer && (
        <p>
          {messages.settings.app.newer}{" "}
          <Button look="plain small" onClick={update.take} text={messages.settings.app.load} />
        </p>
      )}
    </div>
  );
}
