import type { ImportArchive } from "../../source.ts";
import { type ConfigFields, type ConfigFile, readConfigFile } from "./config-file.ts";

/** Configurations for the public site, which are named on the command line after the usual one. */
const ofPublicSite = /^_config[._-](?:prod|production|live|deploy|release|publish|public)\.ya?ml$/i;

/**
 * Reads the configuration of Jekyll, with one for the public site beside it. Later files win, as in Jekyll; files that one of them
 * excludes stay excluded, because nothing says which of them were named.
 */
export async function readJekyllConfig(
  archive: Pick<ImportArchive, "entries">,
  root: string,
): Promise<ConfigFile> {
  const usual = await readConfigFile(archive, root, ["_config.yml", "_config.yaml"]);
  if (usual.fields === null) return usual;
  const beside = [...archive.entries.keys()].flatMap((name) =>
    name.startsWith(root) && ofPublicSite.test(name.slice(root.length)) ? [name.slice(root.length)] : [],
  );
  let fields: ConfigFields = usual.fields;
  for (const name of beside) {
    const later = await readConfigFile(archive, root, [name]);
    if (later.fields === null || later.isBroken) return { fields: null, isBroken: true };
    const both = (setting: string) => [fields[setting] ?? [], later.fields?.[setting] ?? []].flat();
    fields = { ...fields, ...later.fields, exclude: both("exclude"), defaults: both("defaults") };
  }
  return { fields, isBroken: usual.isBroken };
}
