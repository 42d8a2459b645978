import type { Context } from "../../context.ts";
import { listMeta, readMeta } from "../../store/meta.ts";
import type { Reader } from "../../store/store.ts";
import {
  type OwnerSettings,
  type PublicSettings,
  type SettingName,
  type SettingValues,
  settingNames,
  settingOf,
  stylesheetVersionKey,
} from "./settings.ts";

const publicNames: ReadonlySet<string> = new Set(
  settingNames.filter((name) => settingOf(name).seenBy === "anybody"),
);

/** The settings as the owner sees them (decisions 7): of a secret only whether it is set. */
export async function readSettings({ store }: Pick<Context, "store">): Promise<OwnerSettings> {
  const { mailTransport, ...seen } = await readSettingValues(store.db);
  const stylesheet = await readStylesheet({ store });
  return { ...seen, stylesheet, mailTransportIsSet: mailTransport !== "" };
}

/** The settings that anybody may see. */
export async function readPublicSettings({ store }: Pick<Context, "store">): Promise<PublicSettings> {
  const values = Object.entries(await readSettingValues(store.db));
  return Object.fromEntries(values.filter(([name]) => publicNames.has(name))) as PublicSettings;
}

/** How the site looks, how it speaks to a reader who chose nothing, and whether it offers to be followed. */
export interface SiteLooks extends Pick<SmallSettings, "defaultLanguage" | "defaultTheme" | "allowFollow"> {
  /** Degrees; null for that of the owner's address. */
  readonly accentHue: number | null;
  /** What tells one stylesheet of the owner's from another, for it is long and seldom changes; null for none. */
  readonly stylesheetVersion: string | null;
}

export async function readSiteLooks({ store }: Pick<Context, "store">): Promise<SiteLooks> {
  const { accentHue: hue, defaultLanguage, defaultTheme, allowFollow } = await readSettingValues(store.db);
  const stylesheetVersion = await readMeta(store.db, stylesheetVersionKey);
  const accentHue = hue === "" ? null : Number(hue);
  return { accentHue, defaultLanguage, defaultTheme, allowFollow, stylesheetVersion };
}

/** CSS of the owner's for the site, "" for none. */
export async function readStylesheet({ store }: Pick<Context, "store">): Promise<string> {
  const stored = await readMeta(store.db, "setting.stylesheet");
  return String(readValue("stylesheet", stored ?? undefined));
}

/** Every setting but the long one. */
export type SmallSettings = Omit<SettingValues, "stylesheet">;

const smallNames = settingNames.filter((name) => name !== "stylesheet");

/**
 * Every setting but the stylesheet, which is long and nobody's but the site's; secrets included: for use cases, never for
 * an answer. A value that was stored and is none by today's table counts as not set.
 */
export async function readSettingValues(db: Reader): Promise<SmallSettings> {
  const stored = await listMeta(db, "setting.", "stylesheet");
  const values = smallNames.map((name) => [name, readValue(name, stored.get(name))]);
  return Object.fromEntries(values) as SmallSettings;
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
