import type { Context } from "../../../context.ts";
import { presentMenu } from "../../../domain/publications/site-menu.ts";
import { isSecret, settingNames, settingOf } from "../../../domain/settings/setting-table.ts";
import { checkSettings, readSettings, updateSettings } from "../../../domain/settings/settings.ts";
import { isRefusal } from "../../../errors/errors.ts";
import { exportNames } from "../../../import-process/archive-names.ts";
import { readMeta } from "../../../store/meta.ts";
import type { ImportRun } from "../import/import-run.ts";

/** The node's settings without secrets. @param withPrivate whether to include the owner's mail address */
export async function describeSettings(
  context: Pick<Context, "store" | "owner">,
  withPrivate: boolean,
): Promise<Record<string, unknown>> {
  const { mailTransportIsSet: _mail, ensRpcIsSet: _ens, mailFrom, ...seen } = await readSettings(context);
  // On another node its pages have other ids.
  const others = { ...seen, siteMenu: await presentMenu(context, seen.siteMenu) };
  return withPrivate ? { ...others, mailFrom } : others;
}

/**
 * Takes settings over where this node's owner has chosen nothing.
 *
 * @param settings of an export, as read; an unknown one is left out
 */
export async function importSettings(
  { context, dryRun, report }: Pick<ImportRun, "context" | "dryRun" | "report">,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const name of settingNames) {
    if (isSecret(name) || !Object.hasOwn(settings, name)) continue;
    if (settings[name] === settingOf(name).default) continue;
    if ((await readMeta(context.store.db, `setting.${name}`)) !== null) continue;
    try {
      checkSettings({ [name]: settings[name] });
      if (!dryRun) await updateSettings(context, { [name]: settings[name] });
      report.count("settings", true);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      report.refuse(exportNames.settings, error.message);
    }
  }
}
