import { type ReactElement, Suspense, useEffect, useState } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { AppNotice } from "../app/app-notice.tsx";
import { Button } from "../components/controls.tsx";
import { useKeys } from "./keyboard.ts";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { addressOf, goTo, Link, useRoute } from "./routes.tsx";
import { views } from "./views.ts";
import { useWaitingCounts } from "./waiting-counts.ts";

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
  const current = views.find(({ name }) => name === view) ?? views[0];
  const here = current && addressOf(`/${current.name}`);
  useEffect(() => {
    // On a phone the navigation is wider than the screen.
    document.querySelector(`.console-side a[href="${here}"]`)?.scrollIntoView({ inline: "center" });
  }, [here]);
  useKeys({
    ...Object.fromEntries(views.map(({ name, key }) => [`g ${key}`, () => goTo(`/${name}`)])),
    "?": () => showKeys(true),
  });
  return (
    <div className="console">
      <header className="console-side">
        <a className="console-title" href="/">
          {title}
        </a>
        <nav aria-label={messages.name}>
          <ul>
            {views.map(({ name, waiting: what }) => {
              const count = what ? waiting[what] : 0;
              return (
                <li key={name}>
                  <Link to={`/${name}`} aria-current={name === current?.name ? "page" : undefined}>
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
          {current && <current.View rest={current.name === view ? rest : []} />}
        </Suspense>
      </main>
      {showsKeys && <KeyboardHelp onClose={() => showKeys(false)} />}
    </div>
  );
}
