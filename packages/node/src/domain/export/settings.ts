import type { Context } from "../../context.ts";
import { isRefusal } from "../../errors/errors.ts";
import { readMeta } from "../../store/meta.ts";
import { settingNames, settingOf } from "../settings/setting-table.ts";
import { readSettings, updateSettings } from "../settings/settings.ts";

/** The node's settings without secrets. @param withPrivate whether to include the owner's mail address */
export async function describeSettings(
  context: Pick<Context, "store">,
  withPrivate: boolean,
): Promise<Record<string, unknown>> {
  const { mailTransportIsSet: _isSet, mailFrom, ...others } = await readSettings(context);
  return withPrivate ? { ...others, mailFrom } : others;
}

/**
 * Takes settings over where this node's owner has chosen nothing.
 *
 * @param settings of an export, as read; an unknown one is left out
 * @returns a sentence for each that was refused
 */
export async function importSettings(
  context: Pick<Context, "store">,
  settings: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const name of settingNames) {
    if (name === "mailTransport" || !Object.hasOwn(settings, name)) continue;
    if (settings[name] === settingOf(name).default) continue;
    if ((await readMeta(context.store.db, `setting.${name}`)) !== null) continue;
    try {
      await updateSettings(context, { [name]: settings[name] });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      problems.push(error.message);
    }
  }
  return problems;
}
