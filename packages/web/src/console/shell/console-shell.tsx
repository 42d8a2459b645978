import { type ReactElement, Suspense, useEffect, useState } from "react";
import { AppNotice } from "../app/app-notice.tsx";
import { useWords } from "../words/use-words.ts";
import { KeyHelp } from "./key-help.tsx";
import { Link } from "./link.tsx";
import { places } from "./places.ts";
import { addressOf, goTo, useRoute } from "./route.ts";
import { useKeys } from "./use-keys.ts";
import { useWaiting } from "./use-waiting.ts";

export interface ConsoleShellProps {
  readonly title: string;
  readonly onSignOut: () => void;
  /** Whether the node could not be asked anything yet. */
  readonly isUnreachable?: boolean;
}

/** Left what there is to do, in the middle the thing itself; a view shows its details at the right (look.md). */
export function ConsoleShell({ title, onSignOut, isUnreachable = false }: ConsoleShellProps): ReactElement {
  const words = useWords();
  const { place, rest } = useRoute();
  const waiting = useWaiting();
  const [showsKeys, showKeys] = useState(false);
  const current = places.find(({ name }) => name === place) ?? places[0];
  const here = current && addressOf(`/${current.name}`);
  useEffect(() => {
    // On a phone the list is longer than the screen is wide.
    document.querySelector(`.console-side a[href="${here}"]`)?.scrollIntoView({ inline: "center" });
  }, [here]);
  useKeys({
    ...Object.fromEntries(places.map(({ name, key }) => [`g ${key}`, () => goTo(`/${name}`)])),
    "?": () => showKeys(true),
  });
  return (
    <div className="console">
      <header className="console-side">
        <a className="console-title" href="/">
          {title}
        </a>
        <nav aria-label={words.name}>
          <ul>
            {places.map(({ name, waiting: what }) => {
              const count = what ? waiting[what] : 0;
              return (
                <li key={name}>
                  <Link to={`/${name}`} aria-current={name === current?.name ? "page" : undefined}>
                    {words.places[name]}
                    {count > 0 && <span className="console-count">{count}</span>}
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
        <button type="button" className="quiet" onClick={onSignOut}>
          {words.signOut}
        </button>
      </header>
      <AppNotice isUnreachable={isUnreachable} />
      <main className="console-main" id="main">
        <Suspense fallback={<p className="stills" aria-busy="true" />}>
          {current && <current.View rest={current.name === place ? rest : []} />}
        </Suspense>
      </main>
      {showsKeys && <KeyHelp onClose={() => showKeys(false)} />}
    </div>
  );
}
