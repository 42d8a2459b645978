import {
  type OwnerSettings,
  type SettingName,
  settingNames,
  settings as settingsTable,
} from "../domain/settings/setting-table.ts";
import { readSettings, updateSettings } from "../domain/settings/settings.ts";
import { builder } from "./builder.ts";

/** The settings of one kind, from the one table. */
const namesOf = (type: "boolean" | "string" | "number") =>
  settingNames.filter((name) => typeof settingsTable[name].default === type);
const seenNames = (type: "boolean" | "string" | "number") =>
  namesOf(type).filter((name) => settingsTable[name].seenBy !== "nobody");
const isPublic = (name: SettingName) => settingsTable[name].seenBy === "anybody";

/** Public settings are always there. The others are an error for a caller without the scope. */
const Settings = builder.objectRef<OwnerSettings>("Settings").implement({
  description: "How this node is set. What is nullable is for whoever may manage settings.",
  fields: (t) => ({
    ...Object.fromEntries(
      seenNames("boolean").map((name) => [
        name,
        t.boolean({
          nullable: !isPublic(name),
          ...(!isPublic(name) && { access: "manage:settings" as const }),
          resolve: (settings) => settings[name as keyof OwnerSettings] as boolean,
        }),
      ]),
    ),
    ...Object.fromEntries(
      seenNames("string").map((name) => [
        name,
        t.string({
          nullable: !isPublic(name),
          ...(!isPublic(name) && { access: "manage:settings" as const }),
          resolve: (settings) => settings[name as keyof OwnerSettings] as string,
        }),
      ]),
    ),
    ...Object.fromEntries(
      seenNames("number").map((name) => [
        name,
        t.field({
          type: "BigInt",
          nullable: !isPublic(name),
          ...(!isPublic(name) && { access: "manage:settings" as const }),
          resolve: (settings) => settings[name as keyof OwnerSettings] as number,
        }),
      ]),
    ),
    mailTransportIsSet: t.exposeBoolean("mailTransportIsSet", { nullable: true, access: "manage:settings" }),
  }),
});

builder.queryField("settings", (t) =>
  t.field({
    type: Settings,
    access: "public",
    resolve: (_root, _args, { node }) => readSettings(node),
  }),
);

const UpdateSettingsInput = builder.inputType("UpdateSettingsInput", {
  description: "What is absent stays as it is; null brings back what holds without the setting.",
  fields: (t) => ({
    ...Object.fromEntries(
      namesOf("boolean").map((name) => [name, t.boolean({ description: describe(name) })]),
    ),
    ...Object.fromEntries(namesOf("string").map((name) => [name, t.string({ description: describe(name) })])),
    ...Object.fromEntries(
      namesOf("number").map((name) => [name, t.field({ type: "BigInt", description: describe(name) })]),
    ),
  }),
});

function describe(name: SettingName): string {
  return `Must ${settingsTable[name].must}.`;
}

builder.mutationField("updateSettings", (t) =>
  t.field({
    type: Settings,
    access: "manage:settings",
    args: { input: t.arg({ type: UpdateSettingsInput, required: true }) },
    resolve: (_root, { input }, { node }) => updateSettings(node, input),
  }),
);
