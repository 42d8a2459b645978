import type { ImportArchive } from "../../source.ts";
import {
  type ConfigFields,
  type ConfigFile,
  configNames,
  isFields,
  lowerNames,
  parseConfigValue,
} from "./config-file.ts";

/** Lists of settings that make pages private; those of all files count together, so that no file takes one back. */
const joined: ReadonlySet<string> = new Set([
  "cascade",
  "ignorefiles",
  "ignored_content",
  "disablelanguages",
  "disablekinds",
]);
/** Folders of the configuration, in the order in which Hugo merges them for the public site. */
const folders = ["config/_default/", "config/production/"] as const;
const rootNames = ["hugo", "config"].flatMap(configNames);
const ofFolder = /^(hugo|config|[a-z_]+)(?:\.([a-z][\w-]{0,40}))?\.(?:toml|ya?ml|json)$/i;

/**
 * Reads the configuration of Hugo: the file at the root of the site, then all files of `config/_default` and `config/production`.
 * A file there is the whole configuration (`hugo.toml`), or the setting of its name (`languages.toml`). Later files win.
 */
export async function readHugoConfig(
  { entries }: Pick<ImportArchive, "entries">,
  root: string,
): Promise<ConfigFile> {
  const found = rootNames.find((name) => entries.has(`${root}${name}`));
  const names = found === undefined ? [] : [found];
  for (const folder of folders)
    for (const entry of entries.keys())
      if (entry.startsWith(root + folder) && ofFolder.test(entry.slice(root.length + folder.length)))
        names.push(entry.slice(root.length));
  let fields: ConfigFields | null = null;
  try {
    for (const name of names) {
      const entry = entries.get(`${root}${name}`);
      if (!entry) continue;
      const value = await parseConfigValue(name, entry);
      const [, setting = "", language] = ofFolder.exec(name.slice(name.lastIndexOf("/") + 1)) ?? [];
      const isWhole = /^(?:hugo|config)$/i.test(setting);
      if (isWhole && !isFields(value)) return { fields: null, isBroken: true };
      fields = mergeFields(fields ?? {}, settingsOf(setting.toLowerCase(), language, value));
    }
  } catch {
    return { fields: null, isBroken: true };
  }
  return { fields, isBroken: false };
}

/** A file of a folder: all settings, one of them by its name, or those of a language (`languages.de.toml`, `params.de.toml`). */
function settingsOf(name: string, language: string | undefined, value: unknown): ConfigFields {
  if (language !== undefined) {
    const isPart = name === "params" || name.startsWith("menu");
    return { languages: { [language]: isPart ? { [name]: value } : value } };
  }
  return /^(?:hugo|config)$/.test(name) ? lowerNames(value) : { [name]: value };
}

function mergeFields(before: ConfigFields, later: ConfigFields, isRoot = true): ConfigFields {
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(later)) {
    const old = merged[name];
    if (isRoot && joined.has(name)) merged[name] = [old ?? [], value ?? []].flat();
    else if (isFields(old) && isFields(value))
      merged[name] = mergeFields(lowerNames(old), lowerNames(value), false);
    else merged[name] = value;
  }
  return merged;
}
