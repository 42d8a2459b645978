import { parseAddress } from "@freehold/protocol";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { closeKey } from "../keystore/key-client.ts";
import { LoadError } from "./errors.tsx";
import { ApiError, graphql } from "./graphql.ts";
import { useData } from "./queries.ts";
import { ConsoleShell } from "./shell/console-shell.tsx";
import { KeyFileWallet } from "./signing/key-file-dialog.tsx";
import { SignIn } from "./signing/sign-in.tsx";

interface Session {
  readonly viewer: { readonly kind: "ANONYMOUS" | "CLIENT" | "INTEGRATION" };
  readonly profile: { readonly address: string; readonly title: string };
}

/** The console, or the sign-in page without a session. */
export function Console(): ReactElement | null {
  const client = useQueryClient();
  // The session is read again until the node answers.
  const { data, error, fetchStatus, refetch } = useData<Session>(
    ["session"],
    query,
    {},
    {
      refetchInterval: ({ state }) => (state.data === undefined ? 5_000 : false),
    },
  );
  const again = () => client.invalidateQueries();
  const isUnreachable = fetchStatus === "paused" || (error instanceof ApiError && error.code === "OFFLINE");
  if (data === undefined && !isUnreachable) {
    return error ? <LoadError error={error} onRetry={() => void refetch()} /> : null;
  }
  const leave = async () => {
    closeKey();
    await graphql(signOutMutation);
    await again();
  };
  // Offline, the session can't be checked: the console opens and shows what works without the node.
  const showsShell = data === undefined || data.viewer.kind === "CLIENT";
  return (
    <>
      {data && <KeyFileWallet wanted={parseAddress(data.profile.address)} />}
      {showsShell && (
        <ConsoleShell
          title={data?.profile.title ?? document.title}
          onSignOut={leave}
          isUnreachable={data === undefined}
        />
      )}
      {data && !showsShell && <SignIn owner={data.profile.address} onDone={again} />}
    </>
  );
}

const query = /* GraphQL */ `
  query Session { viewer { kind } profile { address title } }
`;
const signOutMutation = /* GraphQL */ `
  mutation SignOut { signOut }
`;
