import { presentMenu, storedMenu } from "../../domain/publications/site-menu.ts";
import {
  isSecret,
  type OwnerSettings,
  type SettingName,
  settingNames,
  settings as settingsTable,
} from "../../domain/settings/setting-table.ts";
import { readSettings, updateSettings } from "../../domain/settings/settings.ts";
import { listModules } from "../../module.ts";
import { defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";

const scalars = { boolean: "Boolean", string: "String", number: "BigInt" } as const;

const scalarOf = (name: SettingName) => scalars[typeof settingsTable[name].default as keyof typeof scalars];

const visibleNames = settingNames.filter((name) => !isSecret(name));

/** Public settings are always there. The others are an error for a caller without the scope. */
const Settings = defineObject<OwnerSettings>("Settings", {
  description: "The settings of this node. Nullable fields need the scope `manage:settings`.",
  computed: (t) => ({
    ...Object.fromEntries(
      visibleNames.map((name) => {
        const isPublic = settingsTable[name].seenBy === "anybody";
        const field = t.field({
          type: scalarOf(name),
          nullable: !isPublic,
          ...(!isPublic && { access: "manage:settings" as const, nullsAreErrors: true }),
          resolve: (settings) => settings[name as keyof OwnerSettings] as string,
        });
        return [name, field];
      }),
    ),
    mailTransportIsSet: t.exposeBoolean("mailTransportIsSet", {
      nullable: true,
      nullsAreErrors: true,
      access: "manage:settings",
    }),
    ensRpcIsSet: t.boolean({
      nullable: true,
      nullsAreErrors: true,
      access: "manage:settings",
      description: "Whether names of ENS are looked up, by this setting or by `FREEHOLD_ENS_RPC`.",
      resolve: ({ ensRpcIsSet }, _args, { node }) => ensRpcIsSet || node.config.ensRpc !== null,
    }),
  }),
});

/** The settings with the paths that the pages of the menu have now. */
async function withPresentMenu(
  node: Parameters<typeof presentMenu>[0],
  settings: OwnerSettings,
): Promise<OwnerSettings> {
  return { ...settings, siteMenu: await presentMenu(node, settings.siteMenu) };
}

addQuery("settings", {
  type: Settings,
  access: "public",
  resolve: async (_args, { node }) => await withPresentMenu(node, await readSettings(node)),
});

addMutation("updateSettings", {
  type: Settings,
  access: "manage:settings",
  inputDescription: "An absent setting stays unchanged; null resets it to its default.",
  input: (t) =>
    Object.fromEntries(
      settingNames.map((name) => [
        name,
        t.field({ type: scalarOf(name), description: `Must ${settingsTable[name].must}.` }),
      ]),
    ),
  resolve: async (input, { node }) => {
    for (const { settings } of listModules()) await settings?.check(node, input);
    const { siteMenu } = input;
    // A menu that is none is refused with the other problems.
    const stored = typeof siteMenu === "string" ? { siteMenu: await storedMenu(node, siteMenu) } : {};
    const saved = await updateSettings(node, { ...input, ...stored });
    for (const { settings } of listModules()) await settings?.changed(node, input);
    return await withPresentMenu(node, saved);
  },
});
