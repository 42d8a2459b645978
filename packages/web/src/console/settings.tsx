import { graphql } from "@freehold/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Checkbox } from "./components/controls.tsx";
import { Trouble } from "./errors.tsx";
import { type FieldOf, mutation } from "./graphql.ts";
import { useField } from "./queries.ts";

/** The node's settings, without secrets. */
export type NodeSettings = FieldOf<typeof document>;

/** The settings that are on or off; whether a secret one has a value does not count. */
export type Flag = Exclude<
  {
    [Name in keyof NodeSettings]: NodeSettings[Name] extends boolean ? Name : never;
  }[keyof NodeSettings],
  "mailTransportIsSet" | "ensRpcIsSet"
>;

/** New values of some settings; null restores the default. */
export type SettingsPatch = Parameters<typeof updateSettings>[0];

const key = ["settings"];

/** The settings, and a mutation to change them. A change shows at once, and is reverted if the node refuses. */
export function useSettings() {
  const client = useQueryClient();
  const query = useField(key, document);
  const change = useMutation({
    mutationFn: updateSettings,
    onMutate: async ({ mailTransport: _mail, ensRpc: _rpc, ...patch }) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<NodeSettings>(key);
      const seen = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
      client.setQueryData<NodeSettings>(key, (now) => now && { ...now, ...seen });
      return before;
    },
    onError: (_error, _patch, before) => client.setQueryData(key, before),
    onSettled: () =>
      Promise.all([key, ["checklist"]].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  return { query, settings: query.data, change };
}

/** A switch for a setting of the node. It changes at once, and back if the node refuses. */
export function SettingSwitch({ name, label }: { name: Flag; label: string }): ReactElement {
  const { settings, change } = useSettings();
  return (
    <>
      <Checkbox
        look="switch"
        label={label}
        checked={settings?.[name] ?? false}
        disabled={settings === undefined}
        onChange={(isOn) => change.mutate({ [name]: isOn })}
      />
      <Trouble error={change.error} />
    </>
  );
}

const document = graphql(`query Settings {
  settings {
    accentHue allowComment allowFollow commentsNeedApproval countReads defaultLanguage timeZone defaultTheme enableRss
    fullTextsOnHome indexNow receiveMentions sendMentions siteTheme siteMenu profileLinks mailFrom mailTransportIsSet ensRpcIsSet newsletter newsletterPerHour
    newsletterSending notifyComment notifyFailedPeer notifyFollower notifyVisitor showChecklist
    stylesheet
    walletConnectProjectId
  }
}`);
/** Changes settings. @throws ApiError */
export const updateSettings = mutation(
  graphql(
    "mutation UpdateSettings($input: UpdateSettingsInput!) { updateSettings(input: $input) { __typename } }",
  ),
);
