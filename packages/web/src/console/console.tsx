import { graphql } from "@freehold/client";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useMessages } from "../messages/console/use-messages.ts";
import { ConfirmDialog } from "./components/confirm-dialog.tsx";
import { LoadBoundary, lazyView } from "./components/load-boundary.tsx";
import { LoadError, useOnline } from "./errors.tsx";
import { sessionQuery } from "./first-reads.ts";
import { ApiError, askApi } from "./graphql.ts";
import { setOwnerMark } from "./owner-mark.ts";
import { useData } from "./queries.ts";
import { announceSessionEnd, onSessionEnd, onSignedIn } from "./session-end.ts";
import { ConsoleShell } from "./shell/console-shell.tsx";
import { onSignInNeeded, type SignInReason } from "./signing/fresh-session.ts";

const OfferedWallets = lazyView(() => import("./signing/offered-wallets.tsx"));
const SignIn = lazyView(() => import("./signing/sign-in.tsx"));
const SignInAgain = lazyView(() => import("./signing/sign-in-again.tsx"));

/** The title that the page came with. */
const pageTitle = document.title;

/** When what only signing needs is loaded, after the first view, in milliseconds. */
const laterMs = 1_500;

/** The console, or the sign-in page without a session. @param props.expected the title of the site where a session is expected */
export function Console({ expected }: { expected: string | null }): ReactElement | null {
  const messages = useMessages();
  const client = useQueryClient();
  const [unsaved, setUnsaved] = useState(0);
  // The session is read again until the node answers.
  const { data, error, fetchStatus, refetch } = useData(
    ["session"],
    sessionQuery,
    {},
    {
      refetchInterval: ({ state }) => (state.data === undefined ? 5_000 : false),
    },
  );
  const kind = data?.viewer.kind;
  useEffect(() => {
    if (kind !== undefined) setOwnerMark(kind === "CLIENT");
  }, [kind]);
  // A session that ends in any way takes the key with it.
  useEffect(() => (kind === "CLIENT" ? () => void closeKey() : undefined), [kind]);
  const isLater = useLater();
  // An action that waits until the owner has signed in again.
  const [waiting, setWaiting] = useState<{ reason: SignInReason; end(isDone: boolean): void } | null>(null);
  useEffect(
    () => onSignInNeeded((reason) => new Promise((resolve) => setWaiting({ reason, end: resolve }))),
    [],
  );
  // In another tab, too.
  useEffect(() => onSignedIn(() => void client.invalidateQueries()), [client]);
  const again = () => client.invalidateQueries();
  const isUnreachable = fetchStatus === "paused" || (error instanceof ApiError && error.code === "OFFLINE");
  // Open views stay while the session is checked again, so that no text is lost.
  const isOpen = useRef(false);
  isOpen.current ||= data !== undefined || isUnreachable;
  if (!isOpen.current) {
    if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
    return expected === null ? null : <StartingShell title={expected} />;
  }
  const leave = async () => {
    await closeKey();
    await askApi(signOutMutation);
    await (await drafts()).forgetAllDrafts();
    client.removeQueries({ queryKey: ["shown-secret"] });
    announceSessionEnd();
    await again();
  };
  const saveAndLeave = async () => {
    const count = await (await drafts()).saveAllDrafts();
    setUnsaved(count);
    if (count === 0) await leave();
  };
  // Offline, the session can't be checked: the console opens and shows what works without the node.
  const showsShell = data === undefined || data.viewer.kind === "CLIENT";
  return (
    <>
      <LoadBoundary fallback={null} isQuiet={true}>
        {data && (isLater || !showsShell) && <OfferedWallets wanted={data.profile.address} />}
      </LoadBoundary>
      {showsShell && (
        <ConsoleShell
          title={data?.profile.title ?? expected ?? pageTitle}
          onSignOut={() => void saveAndLeave()}
          isUnreachable={data === undefined}
        />
      )}
      <LoadBoundary fallback={null}>
        {data && waiting && (
          <SignInAgain
            owner={data.profile.address}
            reason={waiting.reason}
            onEnd={(isDone) => {
              waiting.end(isDone);
              setWaiting(null);
            }}
          />
        )}
      </LoadBoundary>
      {unsaved > 0 && (
        <ConfirmDialog
          title={messages.signOut}
          explain={messages.unsaved(unsaved)}
          act={messages.signOutAnyway}
          onConfirm={() => void leave()}
          onClose={() => setUnsaved(0)}
        />
      )}
      <LoadBoundary fallback={null}>
        {data && !showsShell && (
          <SignIn title={data.profile.title} owner={data.profile.address} onDone={again} />
        )}
      </LoadBoundary>
    </>
  );
}

/** The same as `renderConsoleShell` of the page: nothing moves while the data come. */
function StartingShell({ title }: { title: string }): ReactElement {
  return (
    <div className="console is-starting" aria-busy="true">
      <header className="console-side">
        <span className="console-title">{title}</span>
      </header>
      <main className="console-main">
        <p className="skeleton" />
      </main>
    </div>
  );
}

/** Typed text must reach the node before the browser forgets it. */
const drafts = () => import("./features/write/drafts/open-drafts.ts");

/** Forgets an open key. The code that opens one is loaded with the first use of a key. */
async function closeKey(): Promise<void> {
  const keys = await import("../keystore/key-client.ts").catch(() => null);
  keys?.closeKey();
}

onSessionEnd(() => void closeKey());

/** Whether the first view had its time, and the browser was online after it. */
function useLater(): boolean {
  const isOnline = useOnline();
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    if (!isOnline) return;
    const timer = setTimeout(() => setLater(true), laterMs);
    return () => clearTimeout(timer);
  }, [isOnline]);
  return isLater;
}

const signOutMutation = graphql("mutation SignOut { signOut }");
