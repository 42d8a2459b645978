import { type ReactElement, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { update } from "../app/register-worker.ts";
import { Button } from "../components/controls.tsx";
import { LoadBoundary, lazyView } from "../components/load-boundary.tsx";
import { inlineDrawing } from "../elements.ts";
import { useOnline } from "../errors.tsx";
import { NotFound } from "../features/home.tsx";
import { guardSecrets } from "../kept/leave-guard.ts";
import { keepFocus } from "./keep-focus.ts";
import { useKeys, usePaletteKey } from "./keyboard.ts";
import { useLiveUpdates } from "./live-updates.ts";
import { type SectionName, sectionNames, sections, views } from "./navigation.ts";
import { icons } from "./navigation-icons.ts";
import { noticesId } from "./notices.ts";
import { goTo, Link, useRoute } from "./routes.tsx";
import { ShellContext } from "./shell-context.ts";
import { UnlockedKeyNote } from "./unlocked-key-note.tsx";
import { useWaitingCounts } from "./waiting-counts.ts";

const KeyboardHelp = lazyView(() => import("./keyboard-help.tsx"));
const Palette = lazyView(() => import("./palette.tsx"));

/** The frame: the five sections at the left, the view in the middle, its details at the right. On a phone, a bar below. */
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
  const [dialog, open] = useState<"keys" | "palette" | null>(null);
  const current = sectionNames.find((name) => name === (view || "home"));
  const View = current ? sections[current].View : NotFound;
  const keys = {
    ...Object.fromEntries(Object.values(views).map(({ key, path }) => [`g ${key}`, () => goTo(path)])),
    "?": () => open("keys"),
  };
  // Letters that a writer types beside the text lead nowhere.
  useKeys(current === "write" ? {} : keys);
  const signOut = useRef(onSignOut);
  signOut.current = onSignOut;
  const context = useMemo(() => ({ title, signOut: () => signOut.current() }), [title]);
  useLiveUpdates();
  usePaletteKey(() => open("palette"));
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => (frame.current ? keepFocus(frame.current) : undefined), []);
  useEffect(guardSecrets, []);
  return (
    <div className="console" ref={frame}>
      <header className="console-side">
        <a className="console-title" href="/">
          {title}
        </a>
        <button type="button" className="console-search" onClick={() => open("palette")}>
          {inlineDrawing(icons.search, "icon", null)}
          <span>{messages.palette.open}</span>
          <span className="key-hint" aria-hidden="true">
            {isMac ? "⌘ K" : "Ctrl K"}
          </span>
        </button>
        <Navigation current={current} />
        <UnlockedKeyNote />
        <Button look="quiet" onClick={onSignOut} text={messages.signOut} />
      </header>
      <AppNotice isUnreachable={isUnreachable} />
      <main className="console-main" id="main">
        <LoadBoundary key={current}>
          <ShellContext value={context}>
            <View rest={rest} />
          </ShellContext>
        </LoadBoundary>
      </main>
      <LoadBoundary key={dialog} fallback={null}>
        {dialog === "keys" && <KeyboardHelp onClose={() => open(null)} />}
        {dialog === "palette" && (
          <Palette
            onClose={() => open((now) => (now === "palette" ? null : now))}
            onKeys={() => open("keys")}
            onSignOut={onSignOut}
          />
        )}
      </LoadBoundary>
    </div>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

function Navigation({ current }: { current: SectionName | undefined }): ReactElement {
  const messages = useMessages();
  const waiting = useWaitingCounts();
  return (
    <nav aria-label={messages.name}>
      <ul>
        {sectionNames.map((name) => {
          const { waiting: what } = sections[name];
          const count = what ? waiting[what] : 0;
          return (
            <li key={name} data-place={name}>
              <Link to={`/${name}`} aria-current={name === current ? "page" : undefined}>
                {inlineDrawing(icons[name], "icon", null)}
                <span>{messages.views[name]}</span>
                {count > 0 &&
                  (name === "settings" ? (
                    <span className="console-dot" role="img" aria-label={messages.problem} />
                  ) : (
                    <span className="console-count">{count > 99 ? "99+" : count}</span>
                  ))}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Notices about the app itself: the browser is offline, the node does not answer, or there is a new version. */
function AppNotice({ isUnreachable }: { isUnreachable: boolean }): ReactElement {
  const messages = useMessages();
  const isOnline = useOnline();
  const isNewer = useSyncExternalStore(update.subscribe, update.isThere);
  return (
    <div role="status" className="app-notice" id={noticesId}>
      {(!isOnline || isUnreachable) && <p>{isOnline ? messages.app.unreachable : messages.app.offline}</p>}
      {isNewer && (
        <p>
          {messages.app.newer} <Button look="plain small" onClick={update.take} text={messages.app.load} />
        </p>
      )}
    </div>
  );
}
