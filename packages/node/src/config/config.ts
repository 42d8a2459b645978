import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { z } from "zod";
import type { S3Location } from "../blobs/s3/s3-client.ts";
import { AppError, msg } from "../errors/errors.ts";
import { type Setting, type SettingName, settingNames, settings } from "./settings.ts";

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type ValueOf<S extends Setting> =
  | z.output<S["value"]>
  | (S extends { default: string } ? (S["default"] extends `<${string}` ? null : never) : null);

type Values = {
  readonly [Name in SettingName as CamelCase<Name>]: ValueOf<(typeof settings)[Name]>;
};

/** The checked settings of a node. */
export interface Config
  extends Omit<Values, "data" | "tlsCert" | "tlsKey" | "s3Url" | "s3SecretFile" | "keystore"> {
  /** Absolute. */
  readonly dataDir: string;
  /** Paths of PEM files. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  readonly keystore: string;
  /** The place of contents; null for the data folder. */
  readonly s3: S3Location | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;
export type SettingFlags = Readonly<Partial<Record<SettingName, string>>>;

/**
 * The `.env` of a folder, overridden by the environment of the process. Nothing else reads either.
 * @throws AppError BAD_CONFIGURATION for a `.env` that can't be read
 */
export function readEnvironment(folder: string = process.cwd()): Environment {
  const file = join(folder, ".env");
  try {
    return { ...parseEnv(readFileSync(file, "utf8")), ...process.env };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return process.env;
    const reason = error instanceof Error ? error.message : "no reason given";
    throw new AppError("BAD_CONFIGURATION", msg`${file} can't be read: ${reason}.`);
  }
}

/**
 * Reads and checks the settings. A flag wins over the environment; an empty value counts as not set.
 * @throws AppError BAD_CONFIGURATION with all problems together
 */
export function readConfig(env: Environment, flags: SettingFlags = {}): Config {
  const problems: string[] = [];
  const values = Object.fromEntries(
    settingNames.map((name) => [camelCase(name), readSetting(name, env, flags, problems)]),
  ) as Values;
  const { data, tlsCert, tlsKey, s3Url, s3SecretFile, keystore, ...same } = values;
  for (const [there, missing] of [
    ["tls-cert", "tls-key"],
    ["tls-key", "tls-cert"],
  ] as const) {
    if (!textOf(there, env, flags) || textOf(missing, env, flags)) continue;
    problems.push(`${nameOf(there, flags)} is set without ${settings[missing].variable}; HTTPS needs both.`);
  }
  const secretAccessKey = s3Url && (s3Url.secretAccessKey ?? readSecret(s3SecretFile));
  if (s3Url && !secretAccessKey) {
    problems.push(
      `${nameOf("s3-url", flags)} has no secret, and ${settings["s3-secret-file"].variable} names no file with one.`,
    );
  }
  if (problems.length > 0) throw new AppError("BAD_CONFIGURATION", problems.join("\n"));
  return {
    ...same,
    dataDir: data,
    keystore: keystore ?? join(data, "keystore.json"),
    peerPorts: same.allowPrivatePeers ? "any" : same.peerPorts,
    s3: s3Url && secretAccessKey ? { ...s3Url, secretAccessKey } : null,
    tls: tlsCert !== null && tlsKey !== null ? { cert: tlsCert, key: tlsKey } : null,
  };
}

/** The first line of a file; null when there is none. */
function readSecret(file: string | null): string | null {
  return (file && readFileSync(file, "utf8").split(/\r?\n/, 1)[0]) || null;
}

function textOf(name: SettingName, env: Environment, flags: SettingFlags): string | undefined {
  return flags[name] || env[settings[name].variable] || undefined;
}

/** @returns null for a setting without a value; adds a sentence to `problems` for an invalid one */
function readSetting(name: SettingName, env: Environment, flags: SettingFlags, problems: string[]): unknown {
  const { value, secret, default: otherwise = "<none>" }: Setting = settings[name];
  const given = textOf(name, env, flags);
  if (given === undefined && otherwise.startsWith("<")) return null;
  const text = given ?? otherwise;
  const { data = null, error } = value.safeParse(text);
  if (error) {
    const quoted = secret ? "" : `, not ${JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)}`;
    problems.push(`${nameOf(name, flags)} ${error.issues[0]?.message}${quoted}.`);
  }
  return data;
}

function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function nameOf(name: SettingName, flags: SettingFlags): string {
  return flags[name] ? `--${name}` : settings[name].variable;
}
