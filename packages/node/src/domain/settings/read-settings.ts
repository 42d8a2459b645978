import type { Context } from "../../context.ts";
import { listMeta } from "../../store/meta.ts";
import type { Reader } from "../../store/store.ts";
import {
  type OwnerSettings,
  type PublicSettings,
  type SettingName,
  type SettingValues,
  settingNames,
  settingOf,
} from "./settings.ts";

const publicNames: ReadonlySet<string> = new Set(
  settingNames.filter((name) => settingOf(name).seenBy === "anybody"),
);

/** The settings as the owner sees them (decisions 7): of a secret only whether it is set. */
export async function readSettings({ store }: Pick<Context, "store">): Promise<OwnerSettings> {
  const { mailTransport, ...seen } = await readSettingValues(store.db);
  return { ...seen, mailTransportIsSet: mailTransport !== "" };
}

/** The settings that anybody may see. */
export async function readPublicSettings({ store }: Pick<Context, "store">): Promise<PublicSettings> {
  const values = Object.entries(await readSettingValues(store.db));
  return Object.fromEntries(values.filter(([name]) => publicNames.has(name))) as PublicSettings;
}

/** How the site looks and speaks where its reader chose nothing; `stylesheet` is CSS of the owner's, "" for none. */
export async function readSiteLooks({
  store,
}: Pick<Context, "store">): Promise<Pick<SettingValues, "defaultLanguage" | "defaultTheme" | "stylesheet">> {
  const { defaultLanguage, defaultTheme, stylesheet } = await readSettingValues(store.db);
  return { defaultLanguage, defaultTheme, stylesheet };
}

/**
 * Every setting, secrets included: for use cases, never for an answer. A value that was stored and is none by today's
 * table counts as not set.
 */
export async function readSettingValues(db: Reader): Promise<SettingValues> {
  const stored = await listMeta(db, "setting.");
  const values = settingNames.map((name) => [name, readValue(name, stored.get(name))]);
  return Object.fromEntries(values) as SettingValues;
}

function readValue(name: SettingName, stored: string | undefined): boolean | string | number {
  const { default: otherwise, parse } = settingOf(name);
  if (stored === undefined) return otherwise;
  const given =
    typeof otherwise === "boolean"
      ? parseFlag(stored)
      : typeof otherwise === "number"
        ? Number(stored)
        : stored;
  return parse(given) ?? otherwise;
}

function parseFlag(stored: string): boolean | null {
  return stored === "true" ? true : stored === "false" ? false : null;
}
