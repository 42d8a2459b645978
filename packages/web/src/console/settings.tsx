import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Checkbox } from "./components/controls.tsx";
import { Trouble } from "./errors.tsx";
import { mutation } from "./graphql.ts";
import { useField } from "./queries.ts";

/** The node's settings, without secrets. */
export interface NodeSettings {
  /** Degrees; "" for the colour of the owner's address. */
  readonly accentHue: string;
  readonly allowComment: boolean;
  readonly allowFollow: boolean;
  readonly commentsNeedApproval: boolean;
  readonly defaultLanguage: string;
  /** IANA name of the zone in which the site shows dates. */
  readonly timeZone: string;
  readonly defaultTheme: string;
  readonly enableRss: boolean;
  readonly fullTextsOnHome: boolean;
  /** The search engine that is told of changed pages; "" for none. */
  readonly indexNow: string;
  /** Whether names of ENS are looked up. */
  readonly ensRpcIsSet: boolean;
  readonly mailFrom: string;
  readonly mailTransportIsSet: boolean;
  /** Whether readers can get posts by mail. */
  readonly newsletter: boolean;
  /** Mails in an hour; 0 for no limit. */
  readonly newsletterPerHour: number;
  /** always, ask or never. */
  readonly newsletterSending: string;
  readonly notifyComment: boolean;
  readonly notifyFailedPeer: boolean;
  readonly notifyFollower: boolean;
  readonly notifyVisitor: boolean;
  readonly receiveMentions: boolean;
  readonly sendMentions: boolean;
  /** Whether the dashboard shows a new site's first steps. */
  readonly showChecklist: boolean;
  /** The theme of the site, by its name. */
  readonly siteTheme: string;
  /** The owner's CSS for the site; "" for none. */
  readonly stylesheet: string;
  /** The owner's project at WalletConnect's relay; "" for none. */
  readonly walletConnectProjectId: string;
}

/** The settings that are on or off. */
export type Flag = {
  [Name in keyof NodeSettings]: NodeSettings[Name] extends boolean ? Name : never;
}[Exclude<keyof NodeSettings, OfSecret>];

/** Whether a setting has a value, for settings whose value the node never shows. */
type OfSecret = "mailTransportIsSet" | "ensRpcIsSet";

/** New values of some settings; null restores the default. */
export type SettingsPatch = {
  readonly [Name in keyof Omit<NodeSettings, OfSecret>]?: NodeSettings[Name] | null;
} & { readonly mailTransport?: string | null; readonly ensRpc?: string | null };

const key = ["settings"];

/** The settings, and a mutation to change them. A change shows at once, and is reverted if the node refuses. */
export function useSettings() {
  const client = useQueryClient();
  const query = useField<NodeSettings>(key, document);
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

const document = /* GraphQL */ `
  query Settings {
    settings {
      accentHue allowComment allowFollow commentsNeedApproval defaultLanguage timeZone defaultTheme enableRss
      fullTextsOnHome indexNow receiveMentions sendMentions siteTheme mailFrom mailTransportIsSet ensRpcIsSet newsletter newsletterPerHour
      newsletterSending notifyComment notifyFailedPeer notifyFollower notifyVisitor showChecklist
      stylesheet
      walletConnectProjectId
    }
  }
`;
/** Changes settings. @throws ApiError */
export const updateSettings = mutation<SettingsPatch>(/* GraphQL */ `
  mutation UpdateSettings($input: UpdateSettingsInput!) { updateSettings(input: $input) { __typename } }
`);
