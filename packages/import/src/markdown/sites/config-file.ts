import { MiB } from "@freehold/protocol/internal";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { type DecodedText, decodeWithEncoding } from "../../encoding.ts";
import { ImportError } from "../../errors.ts";
import { objectOf } from "../../formats/read-text.ts";
import type { ArchiveEntry, ImportArchive } from "../../source.ts";

const siteTextBytes = 4 * MiB; // a text or the settings in a folder

/** The settings of a site's configuration by their names in lower case. */
export type ConfigFields = Readonly<Record<string, unknown>>;

/** A configuration file. */
export interface ConfigFile {
  /** null for a file that is not there or can't be read. */
  readonly fields: ConfigFields | null;
  /** It is there, and can't be read. */
  readonly isBroken: boolean;
}

/** The names that a configuration file of Hugo may have. */
export const configNames = (name: string) => ["toml", "yaml", "yml", "json"].map((end) => `${name}.${end}`);

/** Reads the first of these files that is there. */
export async function readConfigFile(
  { entries }: Pick<ImportArchive, "entries">,
  root: string,
  names: readonly string[],
): Promise<ConfigFile> {
  for (const name of names) {
    const entry = entries.get(`${root}${name}`);
    if (entry) return await parseConfig(name, entry);
  }
  return { fields: null, isBroken: false };
}

async function parseConfig(name: string, entry: ArchiveEntry): Promise<ConfigFile> {
  try {
    const value = await parseConfigValue(name, entry);
    return { fields: lowerNames(value), isBroken: !isFields(value) };
  } catch {
    return { fields: null, isBroken: true };
  }
}

/** The value of a file in TOML, JSON or YAML; an empty object for an empty file. @throws for one that can't be read */
export async function parseConfigValue(name: string, entry: ArchiveEntry): Promise<unknown> {
  const text = await readSiteText(entry);
  if (text.trim() === "") return {};
  if (name.endsWith(".toml")) return parseToml(text);
  if (name.endsWith(".json")) return JSON.parse(text);
  // A setting may stand twice; Ruby and Go take the last.
  return parseYaml(text, { maxAliasCount: 20, logLevel: "error", uniqueKeys: false }) ?? {};
}

/** Whether a value is an object with names. */
export function isFields(value: unknown): value is ConfigFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of an object by their names in lower case. */
export function lowerNames(value: unknown): ConfigFields {
  return Object.fromEntries(Object.entries(objectOf(value)).map(([name, one]) => [name.toLowerCase(), one]));
}

/** The texts of a list, or a text as a list of one. */
export function textsOf(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === "string");
}

/** Signs that a text has by mistake, and any other file everywhere. */
const noText = /(?!\s)[\p{Cc}\ufffd]/gu;

/** The text of a file of a site, in any encoding that can be told. @throws ImportError VALIDATION_FAILED */
export async function readSiteText(entry: ArchiveEntry | undefined): Promise<string> {
  return (await decodeSiteText(entry)).text;
}

/** As `readSiteText`, with the encoding. @throws ImportError VALIDATION_FAILED */
export async function decodeSiteText(entry: ArchiveEntry | undefined): Promise<DecodedText> {
  if (!entry) throw new ImportError("VALIDATION_FAILED", "it no longer exists");
  if (entry.size > siteTextBytes) throw new ImportError("VALIDATION_FAILED", "it is too large for a post");
  const chunks: Uint8Array[] = [];
  for await (const chunk of await entry.open()) chunks.push(chunk);
  const { text, encoding } = decodeWithEncoding(Buffer.concat(chunks));
  // Old programs of macOS ended lines so.
  const lines = text.includes("\n") ? text : text.replaceAll("\r", "\n");
  if ((lines.match(noText)?.length ?? 0) * 100 > lines.length)
    throw new ImportError("VALIDATION_FAILED", "it is not text");
  return { text: lines, encoding };
}
