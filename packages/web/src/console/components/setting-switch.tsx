import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { formatError } from "../errors.tsx";
import { graphql } from "../graphql.ts";
import { useField } from "../queries.ts";
import { Checkbox } from "./controls.tsx";

/** The settings that views other than Settings offer as switches. */
export type SwitchName =
  | "allowComment"
  | "commentsNeedApproval"
  | "notifyFollower"
  | "notifyComment"
  | "notifyVisitor"
  | "notifyFailedPeer";

type Flags = Readonly<Record<SwitchName, boolean>>;

/** A switch for a setting of the node. It changes at once, and back if the node refuses. */
export function SettingSwitch({ name, label }: { name: SwitchName; label: string }): ReactElement {
  const messages = useMessages();
  const client = useQueryClient();
  const key = ["switches"];
  const { data } = useField<Flags>(key, query);
  const change = useMutation({
    mutationFn: (value: boolean) => graphql(mutation, { input: { [name]: value } }),
    onMutate: (value) => client.setQueryData<Flags>(key, (flags) => flags && { ...flags, [name]: value }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return (
    <>
      <Checkbox
        look="switch"
        label={label}
        checked={data?.[name] ?? false}
        disabled={data === undefined}
        onChange={change.mutate}
      />
      {change.error && <p role="alert">{formatError(messages, change.error)}</p>}
    </>
  );
}

const query = /* GraphQL */ `
  query Switches {
    settings {
      allowComment commentsNeedApproval notifyFollower notifyComment notifyVisitor notifyFailedPeer
    }
  }
`;
const mutation = /* GraphQL */ `
  mutation ChangeSwitch($input: UpdateSettingsInput!) { updateSettings(input: $input) { allowComment } }
`;
