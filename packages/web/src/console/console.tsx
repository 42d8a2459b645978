import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { ask } from "./ask.ts";
import { Desk } from "./desk/desk.tsx";
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
  if (data.viewer.kind !== "CLIENT") return <SignIn owner={data.profile.address} onDone={again} />;
  return <Desk title={data.profile.title} onSignOut={() => ask(signOutMutation).then(again)} />;
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
