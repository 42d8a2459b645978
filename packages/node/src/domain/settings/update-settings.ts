import { createHash } from "node:crypto";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { deleteMeta, writeMeta } from "../../store/meta.ts";
import { hurryCatchUps } from "../../store/peers.ts";
import type { Tx } from "../../store/store.ts";
import { readSettings } from "./read-settings.ts";
import {
  type OwnerSettings,
  type SettingName,
  settingNames,
  settingOf,
  stylesheetVersionKey,
} from "./settings.ts";

/**
 * Changes settings: all that are named, or none.
 *
 * @param patch new values by their names; null (or an empty text) brings back what holds without the setting
 * @returns the settings as they stand then
 * @throws AppError VALIDATION_FAILED with every problem, without repeating a value
 */
export async function updateSettings(
  context: Pick<Context, "store">,
  patch: Readonly<Record<string, unknown>>,
): Promise<OwnerSettings> {
  const changes = checkSettings(patch);
  await context.store.transaction(async (tx) => {
    await writeSettings(tx, changes);
    // What had no room may have it now.
    if (changes.has("replicasPerPeer") || changes.has("replicaBytesPerPeer")) await hurryCatchUps(tx);
  });
  return await readSettings(context);
}

/** Settings and their new values; null for one that goes back to what holds without it. */
export type SettingChanges = ReadonlyMap<SettingName, boolean | string | number | null>;

/** @throws AppError VALIDATION_FAILED with every problem */
export function checkSettings(patch: Readonly<Record<string, unknown>>): SettingChanges {
  const changes = new Map<SettingName, boolean | string | number | null>();
  const problems: string[] = [];
  for (const [key, value] of Object.entries(patch)) {
    const name = settingNames.find((known) => known === key);
    if (name === undefined) {
      problems.push("There is a setting that this node does not have.");
    } else if (value !== undefined) {
      const { default: otherwise, parse, must } = settingOf(name);
      const isReset = value === null || (value === "" && typeof otherwise === "string");
      const parsed = isReset ? null : parse(value);
      if (parsed === null && !isReset) problems.push(`${name} must ${must}.`);
      changes.set(name, parsed);
    }
  }
  if (problems.length > 0) throw new AppError("VALIDATION_FAILED", problems.join(" "));
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
