import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { type Address, parseAddress } from "@freehold/protocol";
import { AppError } from "../errors.ts";
import {
  Fault,
  type LogLevel,
  logLevels,
  type MetricsReader,
  metricsReaders,
  parseBoolean,
  parseChoice,
  parseDatabaseUrl,
  parseListeningHost,
  parsePeerPorts,
  parsePublicUrl,
  parseReadableFile,
  parseTrustProxy,
  parseWholeNumber,
  type Role,
  roles,
} from "./setting-values.ts";
import { type Setting, type SettingName, settingNames, settings } from "./settings.ts";

/** What the node is told from outside, checked. */
export interface Config {
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** The public base URL without a slash at its end; http only on loopback, where nobody else can reach it. */
  readonly url: string | null;
  /** Paths of PEM files. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Path of a PEM file. */
  readonly peerCa: string | null;
  readonly allowPrivatePeers: boolean;
  readonly peerPorts: readonly number[] | "any";
  readonly trustProxy: boolean | string[] | number;
  readonly owner: Address | null;
  /** Path. */
  readonly keystore: string;
  /** Path. */
  readonly keystorePasswordFile: string | null;
  readonly logLevel: LogLevel;
  /** Requests a minute and address; 0 for no limit. */
  readonly rateLimit: number;
  /** Connections, and requests at a time, of one address; 0 for no limit. */
  readonly connectionsPerAddress: number;
  readonly metrics: MetricsReader;
  readonly role: Role;
  readonly databaseUrl: string | null;
  readonly readOnly: boolean;
  /** How many are kept; 0 for none. */
  readonly dailyBackups: number;
  readonly maxContentBytes: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;
export type SettingFlags = Readonly<Partial<Record<SettingName, string>>>;

/**
 * The process's environment over the `.env` of a folder. The only place that reads either.
 * @throws AppError BAD_CONFIGURATION when there is a `.env` that can't be read
 */
export function readEnvironment(folder: string = process.cwd()): Environment {
  const file = join(folder, ".env");
  try {
    return { ...parseEnv(readFileSync(file, "utf8")), ...process.env };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return process.env;
    }
    throw new AppError(
      "BAD_CONFIGURATION",
      `${file} can't be read: ${error instanceof Error ? error.message : "no reason given"}.`,
    );
  }
}

/**
 * Settings in, configuration out. A flag wins over the environment; an empty value is one that is not set.
 * @throws AppError BAD_CONFIGURATION with all problems together
 */
export function readConfig(env: Environment, flags: SettingFlags = {}): Config {
  const problems: string[] = [];
  const text = (name: SettingName) => flags[name] || env[settings[name].variable] || undefined;
  function read<T, F>(name: SettingName, parse: (text: string) => T | Fault, otherwise: F): T | F {
    const given = text(name);
    if (given === undefined) {
      return otherwise;
    }
    const value = parse(given);
    if (value instanceof Fault) {
      problems.push(`${nameOf(name, flags)} ${value.sentence}${quote(name, given)}.`);
      return otherwise;
    }
    return value;
  }

  const dataDir = read("data", (path) => resolve(path), resolve(settings.data.default));
  const allowPrivatePeers = read("allow-private-peers", parseBoolean, false);
  const peerPorts = read("peer-ports", parsePeerPorts, [443]);
  const cert = read("tls-cert", parseReadableFile, null);
  const key = read("tls-key", parseReadableFile, null);
  if ((text("tls-cert") === undefined) !== (text("tls-key") === undefined)) {
    const [there, missing] = text("tls-cert")
      ? (["tls-cert", "tls-key"] as const)
      : (["tls-key", "tls-cert"] as const);
    problems.push(`${nameOf(there, flags)} is set without ${settings[missing].variable}; HTTPS needs both.`);
  }
  read("s3-url", () => new Fault("can't be used yet: objects in S3 come with a later version"), null);
  const config: Config = {
    port: read("port", (given) => parseWholeNumber(given, 0, 65_535), Number(settings.port.default)),
    host: read("host", parseListeningHost, settings.host.default),
    dataDir,
    url: read("url", parsePublicUrl, null),
    tls: cert !== null && key !== null ? { cert, key } : null,
    peerCa: read("peer-ca", parseReadableFile, null),
    allowPrivatePeers,
    peerPorts: allowPrivatePeers ? "any" : peerPorts,
    trustProxy: read("trust-proxy", parseTrustProxy, false),
    owner: read("owner", parseOwner, null),
    keystore: read("keystore", (path) => resolve(path), join(dataDir, "keystore.json")),
    keystorePasswordFile: read("keystore-password-file", (path) => resolve(path), null),
    logLevel: read("log-level", (given) => parseChoice(given, logLevels), "info"),
    rateLimit: read(
      "rate-limit",
      (given) => parseWholeNumber(given, 0, 1_000_000_000),
      Number(settings["rate-limit"].default),
    ),
    connectionsPerAddress: read(
      "connections-per-address",
      (given) => parseWholeNumber(given, 0, 1_000_000),
      Number(settings["connections-per-address"].default),
    ),
    metrics: read("metrics", (given) => parseChoice(given, metricsReaders), "loopback"),
    role: read("role", (given) => parseChoice(given, roles), "all"),
    databaseUrl: read("database-url", parseDatabaseUrl, null),
    readOnly: read("read-only", parseBoolean, false),
    dailyBackups: read("daily-backups", (given) => parseWholeNumber(given, 0, 365), 0),
    maxContentBytes: read(
      "max-content-bytes",
      (given) => parseWholeNumber(given, 1, Number.MAX_SAFE_INTEGER),
      Number(settings["max-content-bytes"].default),
    ),
  };
  if (problems.length > 0) {
    throw new AppError("BAD_CONFIGURATION", problems.join("\n"));
  }
  return config;
}

/** What is allowed, and probably not meant: a sentence each. */
export function findConfigWarnings(config: Config, env: Environment, flags: SettingFlags = {}): string[] {
  const warnings: string[] = [];
  const known = new Set<string>(settingNames.map((name) => settings[name].variable));
  for (const variable of Object.keys(env).filter(
    (name) => name.startsWith("FREEHOLD_") && !known.has(name),
  )) {
    warnings.push(`${variable} is no setting of Freehold and does nothing.`);
  }
  if (config.url?.startsWith("http:")) {
    warnings.push(
      "FREEHOLD_URL is plain http on this machine: good for trying things out, but no other node can follow it.",
    );
  }
  if (config.allowPrivatePeers) {
    warnings.push(
      "FREEHOLD_ALLOW_PRIVATE_PEERS is on: peers may make this node call addresses inside your own network.",
    );
  }
  if (flags["database-url"] && /:\/\/[^/@]*:[^/@]*@/.test(flags["database-url"])) {
    warnings.push(
      "Everybody on this machine can see the password in --database-url; DATABASE_URL keeps it from them.",
    );
  }
  return warnings;
}

function parseOwner(text: string): Address | Fault {
  return (
    parseAddress(text) ??
    new Fault("must be an Ethereum address, all in lower case or with its EIP-55 capitals")
  );
}

/** A setting's name as it was given: the flag, or the variable. */
function nameOf(name: SettingName, flags: SettingFlags): string {
  return flags[name] ? `--${name}` : settings[name].variable;
}

function quote(name: SettingName, value: string): string {
  const setting: Setting = settings[name];
  return setting.secret
    ? ""
    : `, not ${JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)}`;
}
