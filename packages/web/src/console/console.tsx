import { parseAddress } from "@freehold/protocol";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { putKeyAway } from "../key-file/key-keeper.ts";
import { ask } from "./ask.ts";
import { Desk } from "./desk/desk.tsx";
import { KeyFileDoor } from "./session/key-file-door.tsx";
import { SignIn } from "./session/sign-in.tsx";

interface Household {
  readonly viewer: { readonly kind: "ANONYMOUS" | "CLIENT" | "INTEGRATION" };
  readonly profile: { readonly address: string; readonly title: string };
}

/** The owner's desk; its door for whoever has no session. */
export function Console(): ReactElement | null {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ["household"],
    queryFn: ({ signal }) => ask<Household>(query, {}, signal),
  });
  const again = () => client.invalidateQueries();
  if (data === undefined) return null;
  const leave = async () => {
    putKeyAway();
    await ask(signOutMutation);
    await again();
  };
  const isOwner = data.viewer.kind === "CLIENT";
  return (
    <>
      <KeyFileDoor wanted={parseAddress(data.profile.address)} />
      {isOwner ? (
        <Desk title={data.profile.title} onSignOut={leave} />
      ) : (
        <SignIn owner={data.profile.address} onDone={again} />
      )}
    </>
  );
}

const query = /* GraphQL */ `
  query Household {
    viewer {
      kind
    }
    profile {
      address
      title
    }
  }
`;
const signOutMutation = /* GraphQL */ `
  mutation SignOut {
    signOut
  }
`;
