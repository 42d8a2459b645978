import {
  type OwnerSettings,
  type SettingName,
  settingNames,
  settings as settingsTable,
} from "../domain/settings/setting-table.ts";
import { readSettings, updateSettings } from "../domain/settings/settings.ts";
import { defineObject } from "./define-types.ts";
import { addMutation, addQuery } from "./operations.ts";

const scalars = { boolean: "Boolean", string: "String", number: "BigInt" } as const;

const scalarOf = (name: SettingName) => scalars[typeof settingsTable[name].default as keyof typeof scalars];

const visibleNames = settingNames.filter((name) => settingsTable[name].seenBy !== "nobody");

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
          ...(!isPublic && { access: "manage:settings" as const }),
          resolve: (settings) => settings[name as keyof OwnerSettings] as string,
        });
        return [name, field];
      }),
    ),
    mailTransportIsSet: t.exposeBoolean("mailTransportIsSet", { nullable: true, access: "manage:settings" }),
  }),
});

addQuery("settings", {
  type: Settings,
  access: "public",
  resolve: (_args, { node }) => readSettings(node),
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
  resolve: (input, { node }) => updateSettings(node, input),
});
