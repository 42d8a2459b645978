import { createHash } from "node:crypto";
import type { Context } from "../../context.ts";
import { AppError, type SentencePart, toSentence } from "../../errors/errors.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { deleteMeta, listMeta, readMeta, readMetas, writeMeta } from "../../store/meta.ts";
import { hurryCatchUps } from "../../store/peers/peers.ts";
import { closingKey, parseClosing, requireShutDoors } from "./closing.ts";
import {
  type OwnerSettings,
  type PublicSettings,
  type SettingName,
  type SettingValues,
  settingNames,
  settingOf,
  stylesheetVersionKey,
} from "./setting-table.ts";

const publicNames: ReadonlySet<string> = new Set(
  settingNames.filter((name) => settingOf(name).seenBy === "anybody"),
);

/** The settings as the owner sees them (decisions 7): of a secret only whether it is set. */
export async function readSettings({ store }: Pick<Context, "store">): Promise<OwnerSettings> {
  const { mailTransport, ensRpc, ...seen } = await readSettingValues(store.db);
  const stylesheet = await readStylesheet({ store });
  return { ...seen, stylesheet, mailTransportIsSet: mailTransport !== "", ensRpcIsSet: ensRpc !== "" };
}

/** The settings that anybody may see. */
export async function readPublicSettings({ store }: Pick<Context, "store">): Promise<PublicSettings> {
  const values = Object.entries(await readSettingValues(store.db));
  return Object.fromEntries(values.filter(([name]) => publicNames.has(name))) as PublicSettings;
}

/** How the site looks, how it speaks to a reader who chose nothing, and whether it offers to be followed. */
export interface SiteLooks
  extends Pick<
    SmallSettings,
    | "allowFollow"
    | "enableRss"
    | "newsletter"
    | "defaultLanguage"
    | "timeZone"
    | "defaultTheme"
    | "siteTheme"
    | "siteMenu"
    | "profileLinks"
    | "fullTextsOnHome"
  > {
  readonly ensRpcIsSet: boolean;
  /** Degrees; null for that of the owner's address. */
  readonly accentHue: number | null;
  /** The version of the owner's stylesheet; null for none. It stands for the text, which is long and seldom changes. */
  readonly stylesheetVersion: string | null;
  /** When the owner closed the node (ms); null for one that is open. */
  readonly closedAt: number | null;
}

export async function readSiteLooks({ store }: Pick<Context, "store">): Promise<SiteLooks> {
  const { accentHue: hue, ...values } = await readSettingValues(store.db);
  const {
    allowFollow,
    enableRss,
    defaultLanguage,
    timeZone,
    defaultTheme,
    siteTheme,
    siteMenu,
    profileLinks,
  } = values;
  const { fullTextsOnHome, ensRpc } = values;
  const newsletter = values.newsletter && values.mailTransport !== "" && values.mailFrom !== "";
  const others = await readMetas(store.db, [stylesheetVersionKey, closingKey]);
  const stylesheetVersion = others.get(stylesheetVersionKey) ?? null;
  const closing = others.get(closingKey);
  const closedAt = closing === undefined ? null : parseClosing(closing).since;
  const accentHue = hue === "" ? null : Number(hue);
  const looks = {
    allowFollow,
    enableRss,
    newsletter,
    defaultLanguage,
    timeZone,
    defaultTheme,
    siteTheme,
    siteMenu,
    profileLinks,
    fullTextsOnHome,
    ensRpcIsSet: ensRpc !== "",
  };
  return { ...looks, accentHue, stylesheetVersion, closedAt };
}

/** The owner's CSS for the site, "" for none. */
export async function readStylesheet({ store }: Pick<Context, "store">): Promise<string> {
  const stored = await readMeta(store.db, "setting.stylesheet");
  return String(readValue("stylesheet", stored ?? undefined));
}

/** Every setting but the long one. */
export type SmallSettings = Omit<SettingValues, "stylesheet">;

const smallNames = settingNames.filter((name) => name !== "stylesheet");

/**
 * Every setting but the stylesheet, which is long and nobody's but the site's; secrets included: for use cases, never for
 * an answer. A stored value that is invalid by today's table counts as not set.
 */
export async function readSettingValues(db: Reader): Promise<SmallSettings> {
  const stored = await listMeta(db, "setting.", "stylesheet");
  const values = smallNames.map((name) => [name, readValue(name, stored.get(name))]);
  return Object.fromEntries(values) as SmallSettings;
}

/** Some of them, as {@link readSettingValues} has them. */
export async function readSomeSettings<N extends keyof SmallSettings>(
  db: Reader,
  names: readonly N[],
): Promise<Pick<SmallSettings, N>> {
  const stored = await readMetas(
    db,
    names.map((name) => `setting.${name}`),
  );
  const values = names.map((name) => [name, readValue(name, stored.get(`setting.${name}`))]);
  return Object.fromEntries(values) as Pick<SmallSettings, N>;
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

/**
 * Changes settings: all that are named, or none.
 *
 * @param patch new values by their names; null (or an empty text) resets the setting to its default
 * @returns the settings as they stand then
 * @throws AppError VALIDATION_FAILED with every problem, without repeating a value; SITE_CLOSED for one that lets strangers in
 */
export async function updateSettings(
  context: Pick<Context, "store">,
  patch: Readonly<Record<string, unknown>>,
): Promise<OwnerSettings> {
  const changes = checkSettings(patch);
  await context.store.transaction(async (tx) => {
    await requireShutDoors(tx, changes);
    await writeSettings(tx, changes);
    // Replicas that had no room may have it now.
    if (changes.has("replicasPerPeer") || changes.has("replicaBytesPerPeer")) await hurryCatchUps(tx);
  });
  return await readSettings(context);
}

/** Settings and their new values; null resets one to its default. */
export type SettingChanges = ReadonlyMap<SettingName, boolean | string | number | null>;

/** @throws AppError VALIDATION_FAILED with every problem */
export function checkSettings(patch: Readonly<Record<string, unknown>>): SettingChanges {
  const changes = new Map<SettingName, boolean | string | number | null>();
  const problems: SentencePart[] = [];
  for (const [key, value] of Object.entries(patch)) {
    const name = settingNames.find((known) => known === key);
    if (name === undefined) {
      problems.push(...toSentence("There is a setting that this node does not have."));
    } else if (value !== undefined) {
      const { default: otherwise, parse, must } = settingOf(name);
      const isReset = value === null || (value === "" && typeof otherwise === "string");
      const parsed = isReset ? null : parse(value);
      if (parsed === null && !isReset) problems.push(...toSentence(`${name} must ${must}.`));
      changes.set(name, parsed);
    }
  }
  if (problems.length > 0) throw new AppError("VALIDATION_FAILED", problems);
  return changes;
}

/** Writes settings that were checked. */
export async function writeSettings(tx: Tx, changes: SettingChanges): Promise<void> {
  for (const [name, value] of changes) {
    if (value === null) await deleteMeta(tx, `setting.${name}`);
    else await writeMeta(tx, `setting.${name}`, String(value));
  }
  const stylesheet = changes.get("stylesheet");
  if (stylesheet === null) await deleteMeta(tx, stylesheetVersionKey);
  else if (stylesheet !== undefined) {
    const version = createHash("sha256").update(String(stylesheet)).digest("base64url");
    await writeMeta(tx, stylesheetVersionKey, version);
  }
}
