import { parseAddress } from "@freehold/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useState } from "react";
import { closeKey } from "../keystore/key-client.ts";
import { useMessages } from "../messages/console/use-messages.ts";
import { ConfirmDialog } from "./components/confirm-dialog.tsx";
import { LoadError } from "./errors.tsx";
import { ApiError, graphql } from "./graphql.ts";
import { setOwnerMark } from "./owner-mark.ts";
import { useData } from "./queries.ts";
import { announceSessionEnd, onSessionEnd } from "./session-end.ts";
import { ConsoleShell } from "./shell/console-shell.tsx";
import { KeyFileWallet } from "./signing/key-file-dialog.tsx";
import { SignIn } from "./signing/sign-in.tsx";

interface Session {
  readonly viewer: { readonly kind: "ANONYMOUS" | "CLIENT" | "INTEGRATION" };
  readonly profile: { readonly address: string; readonly title: string };
}

/** The console, or the sign-in page without a session. */
export function Console(): ReactElement | null {
  const messages = useMessages();
  const client = useQueryClient();
  const [unsaved, setUnsaved] = useState(0);
  // The session is read again until the node answers.
  const { data, error, fetchStatus, refetch } = useData<Session>(
    ["session"],
    query,
    {},
    {
      refetchInterval: ({ state }) => (state.data === undefined ? 5_000 : false),
    },
  );
  const kind = data?.viewer.kind;
  useEffect(() => {
    if (kind !== undefined) setOwnerMark(kind === "CLIENT");
  }, [kind]);
  const again = () => client.invalidateQueries();
  const isUnreachable = fetchStatus === "paused" || (error instanceof ApiError && error.code === "OFFLINE");
  if (data === undefined && !isUnreachable) {
    return error ? <LoadError error={error} onRetry={() => void refetch()} /> : null;
  }
  const leave = async () => {
    closeKey();
    await graphql(signOutMutation);
    await (await drafts()).forgetAllDrafts();
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
      {data && <KeyFileWallet wanted={parseAddress(data.profile.address)} />}
      {showsShell && (
        <ConsoleShell
          title={data?.profile.title ?? document.title}
          onSignOut={() => void saveAndLeave()}
          isUnreachable={data === undefined}
        />
      )}
      {unsaved > 0 && (
        <ConfirmDialog
          title={messages.signOut}
          explain={messages.unsaved(unsaved)}
          act={messages.signOutAnyway}
          onConfirm={() => void leave()}
          onClose={() => setUnsaved(0)}
        />
      )}
      {data && !showsShell && <SignIn owner={data.profile.address} onDone={again} />}
    </>
  );
}

/** What was typed must reach the node before the browser forgets it. */
const drafts = () => import("./features/write/open-drafts.ts");

onSessionEnd(closeKey);

const query = /* GraphQL */ `
  query Session { viewer { kind } profile { address title } }
`;
const signOutMutation = /* GraphQL */ `
  mutation SignOut { signOut }
`;
