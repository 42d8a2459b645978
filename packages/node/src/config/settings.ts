import type { z } from "zod";
import {
  boolean,
  choice,
  databaseUrl,
  ethereumAddress,
  listeningHost,
  path,
  peerPorts,
  publicUrl,
  readableFile,
  releasesUrl,
  rpcUrl,
  s3Url,
  trustProxy,
  wholeNumber,
} from "./setting-values.ts";

/** A setting of the node: an environment variable, and a flag of the same name. */
export interface Setting {
  readonly variable: string;
  /** The name of the value in the help. */
  readonly placeholder: string;
  /** As text. In angle brackets it is only for readers, and the value is null. */
  readonly default?: string;
  readonly value: z.ZodType<unknown, string>;
  readonly summary: string;
  /** Its value never appears in a message. */
  readonly secret?: true;
}

/** Every setting. Check, type, default, help, `.env.example` and the docs come from this table (design part 3). */
export const settings = {
  port: {
    variable: "FREEHOLD_PORT",
    placeholder: "NUMBER",
    default: "8543",
    value: wholeNumber(0, 65_535),
    summary: "The port to listen on; 0 for any free port.",
  },
  host: {
    variable: "FREEHOLD_HOST",
    placeholder: "ADDRESS",
    default: "127.0.0.1",
    value: listeningHost,
    summary: "The address to listen on; 0.0.0.0 or :: to listen on all addresses.",
  },
  data: {
    variable: "FREEHOLD_DATA",
    placeholder: "FOLDER",
    default: "./data",
    value: path,
    summary: "The folder that holds everything: database, files, key file.",
  },
  url: {
    variable: "FREEHOLD_URL",
    placeholder: "URL",
    value: publicUrl,
    summary: "The public address of this node, as others reach it: https://…",
  },
  "tls-cert": {
    variable: "FREEHOLD_TLS_CERT",
    placeholder: "FILE",
    value: path,
    summary: "Certificate chain (PEM) to serve HTTPS with; only together with the key.",
  },
  "tls-key": {
    variable: "FREEHOLD_TLS_KEY",
    placeholder: "FILE",
    value: path,
    summary: "Private key (PEM) of that certificate.",
  },
  "peer-ca": {
    variable: "FREEHOLD_PEER_CA",
    placeholder: "FILE",
    value: readableFile,
    summary: "Additional certificate authority (PEM) to trust for other sites.",
  },
  "allow-private-peers": {
    variable: "FREEHOLD_ALLOW_PRIVATE_PEERS",
    placeholder: "BOOLEAN",
    default: "false",
    value: boolean,
    summary: "Allow connections to loopback and private addresses and to any port, for tests.",
  },
  "peer-ports": {
    variable: "FREEHOLD_PEER_PORTS",
    placeholder: "LIST",
    default: "443",
    value: peerPorts,
    summary: "Ports of other sites that may be called, separated by commas, or `any`.",
  },
  "trust-proxy": {
    variable: "FREEHOLD_TRUST_PROXY",
    placeholder: "WHICH",
    default: "false",
    value: trustProxy,
    summary:
      "Proxies whose X-Forwarded-* headers are trusted: true, false, a number of proxies, or a list of addresses and networks.",
  },
  owner: {
    variable: "FREEHOLD_OWNER",
    placeholder: "ADDRESS",
    value: ethereumAddress,
    summary: "The Ethereum address that may install this node with its signature, without the setup code.",
  },
  keystore: {
    variable: "FREEHOLD_KEYSTORE",
    placeholder: "FILE",
    default: "<data>/keystore.json",
    value: path,
    summary: "The file with the owner's encrypted key, for signing on the command line.",
  },
  "keystore-password-file": {
    variable: "FREEHOLD_KEYSTORE_PASSWORD_FILE",
    placeholder: "FILE",
    value: path,
    summary: "A file whose first line is the password of the key file; otherwise it is asked for.",
  },
  "log-level": {
    variable: "FREEHOLD_LOG_LEVEL",
    placeholder: "LEVEL",
    default: "<info; warn on a terminal>",
    value: choice("silent", "fatal", "error", "warn", "info", "debug", "trace"),
    summary: "silent, fatal, error, warn, info, debug or trace.",
  },
  "rate-limit": {
    variable: "FREEHOLD_RATE_LIMIT",
    placeholder: "NUMBER",
    default: "6000",
    value: wholeNumber(0, 1_000_000_000),
    summary: "The most requests of one address a minute; 0 for no limit.",
  },
  "connections-per-address": {
    variable: "FREEHOLD_CONNECTIONS_PER_ADDRESS",
    placeholder: "NUMBER",
    default: "256",
    value: wholeNumber(0, 1_000_000),
    summary: "Connections, and requests at a time, that one address may have; 0 for no limit.",
  },
  metrics: {
    variable: "FREEHOLD_METRICS",
    placeholder: "WHO",
    default: "loopback",
    value: choice("loopback", "any"),
    summary:
      "Clients that may read /metrics without a token: loopback (this machine, without a proxy on it) or any.",
  },
  role: {
    variable: "FREEHOLD_ROLE",
    placeholder: "ROLE",
    default: "all",
    value: choice("all", "web", "worker"),
    summary: "The tasks of this process: all, web (answers requests) or worker (delivers and fetches).",
  },
  "drain-ms": {
    variable: "FREEHOLD_DRAIN_MS",
    placeholder: "NUMBER",
    default: "0",
    value: wholeNumber(0, 300_000),
    summary:
      "Milliseconds for which a stopping process still answers requests while /readyz returns 503, so that a load balancer removes it first.",
  },
  "read-only": {
    variable: "FREEHOLD_READ_ONLY",
    placeholder: "BOOLEAN",
    default: "false",
    value: boolean,
    summary:
      "Read-only mode: pages are served, changes are refused. For a database with which the node can't start otherwise.",
  },
  "daily-backups": {
    variable: "FREEHOLD_DAILY_BACKUPS",
    placeholder: "NUMBER",
    default: "0",
    value: wholeNumber(0, 365),
    summary: "The number of daily backups to keep in the data folder's `backups`; 0 for none.",
  },
  "max-content-bytes": {
    variable: "FREEHOLD_MAX_CONTENT_BYTES",
    placeholder: "NUMBER",
    default: "104857600",
    value: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    summary: "The largest file that is published or accepted from another site, in bytes.",
  },
  "releases-url": {
    variable: "FREEHOLD_RELEASES_URL",
    placeholder: "URL",
    default: "https://api.github.com/repos/freehold-ewp/freehold/releases/latest",
    value: releasesUrl,
    summary:
      "The address that the node asks once a week for a newer version, without sending any data; `off` for never.",
  },
  "ens-rpc": {
    variable: "FREEHOLD_ENS_RPC",
    placeholder: "URL",
    value: rpcUrl,
    summary:
      "An Ethereum RPC, https://…, for names of ENS, if the owner's settings have none; its operator sees which addresses are looked up.",
    secret: true,
  },
  "database-url": {
    variable: "DATABASE_URL",
    placeholder: "URL",
    value: databaseUrl,
    summary: "A PostgreSQL database, postgres://…; without it, SQLite in the data folder.",
    secret: true,
  },
  "database-direct-url": {
    variable: "DATABASE_DIRECT_URL",
    placeholder: "URL",
    value: databaseUrl,
    summary:
      "The address of PostgreSQL itself, if DATABASE_URL leads through a pooler such as PgBouncer: for two lasting connections of each process.",
    secret: true,
  },
  "s3-url": {
    variable: "S3_URL",
    placeholder: "URL",
    value: s3Url,
    summary:
      "A bucket of S3, or of a storage that speaks it, for files instead of the data folder: https://KEY:SECRET@HOST/BUCKET[/PREFIX].",
    secret: true,
  },
  "s3-secret-file": {
    variable: "S3_SECRET_FILE",
    placeholder: "FILE",
    value: readableFile,
    summary: "A file whose first line is the secret, if S3_URL has none: https://KEY@HOST/BUCKET.",
  },
  "cache-bytes": {
    variable: "FREEHOLD_CACHE_BYTES",
    placeholder: "NUMBER",
    default: "1073741824",
    value: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    summary: "S3: bytes of files to cache in the data folder; 0 for none.",
  },
} as const satisfies Record<string, Setting>;

/** The name of a setting's flag, without the dashes. */
export type SettingName = keyof typeof settings;

export const settingNames = Object.keys(settings) as readonly SettingName[];

/** The text of `.env.example`: every setting as a comment, with its default. */
export function formatEnvExample(): string {
  const head =
    "# Every setting of Freehold. Copy to `.env` and change what you need; `freehold start --help` has the flags.\n";
  const entries = settingNames.map((name) => {
    const { summary, variable, default: text = "" }: Setting = settings[name];
    return `\n# ${summary}\n#${variable}=${text}\n`;
  });
  return head + entries.join("");
}
