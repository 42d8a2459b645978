import { accessSync, constants, statSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { resolve } from "node:path";
import { parseNodeUrl } from "@freehold/protocol";
import ipaddr from "ipaddr.js";

/** Why a value can't be used: what follows the setting's name in a sentence, "must be …". */
export class Fault {
  readonly sentence: string;
  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

export const logLevels = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof logLevels)[number];

export const metricsReaders = ["loopback", "any"] as const;
export type MetricsReader = (typeof metricsReaders)[number];

export const roles = ["all", "web", "worker"] as const;
export type Role = (typeof roles)[number];

/** Plain decimal digits alone: no sign, no fraction, no exponent. */
export function parseWholeNumber(text: string, least: number, most: number): number | Fault {
  const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most
    ? value
    : new Fault(`must be a whole number from ${least} to ${most}`);
}

export function parseBoolean(text: string): boolean | Fault {
  if (text === "true" || text === "1") {
    return true;
  }
  return text === "false" || text === "0" ? false : new Fault("must be true or false (or 1 or 0)");
}

export function parseChoice<const T extends string>(text: string, choices: readonly T[]): T | Fault {
  return choices.find((choice) => choice === text) ?? new Fault(`must be one of ${choices.join(", ")}`);
}

/** @returns the absolute path of a file that this process may read */
export function parseReadableFile(text: string): string | Fault {
  const path = resolve(text);
  try {
    accessSync(path, constants.R_OK);
  } catch {
    return new Fault("must name a file that can be read");
  }
  return statSync(path).isFile() ? path : new Fault("must name a file, and a folder is no file");
}

export function parseListeningHost(text: string): string | Fault {
  const isName =
    /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/;
  const looksNumeric = /^[0-9.]+$/.test(text);
  return isIP(text) !== 0 || (!looksNumeric && isName.test(text))
    ? text
    : new Fault("must be an IP address or a host name, without scheme, port or brackets");
}

/**
 * The node's public base URL, without a slash at its end. The protocol speaks https alone (specification 1); plain
 * http passes on loopback, where a node can be tried out and nobody else can be misled.
 */
export function parsePublicUrl(text: string): string | Fault {
  const url = parseNodeUrl(text) ?? parseNodeUrlOnLoopback(text);
  return url === null
    ? new Fault("must be an https:// address without user, query or fragment")
    : url.href.replace(/\/+$/, "");
}

/** Takes the same addresses as the protocol does, with http in place of https, on this machine. */
function parseNodeUrlOnLoopback(text: string): URL | null {
  if (!text.startsWith("http://") || parseNodeUrl(text.replace("http://", "https://")) === null) {
    return null;
  }
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isLoopback =
    host === "localhost" ||
    host.endsWith(".localhost") ||
    (isIP(host) !== 0 && ipaddr.parse(host).range() === "loopback");
  return isLoopback ? url : null;
}

export function parsePeerPorts(text: string): readonly number[] | "any" | Fault {
  if (text === "any") {
    return "any";
  }
  const ports = splitList(text).map((part) => parseWholeNumber(part, 1, 65_535));
  const good = ports.filter((port) => typeof port === "number");
  return good.length === ports.length
    ? [...new Set(good)]
    : new Fault("must be `any`, or ports from 1 to 65535 with commas between them");
}

/** true or false, a number of proxies in front of this node, or the addresses and networks (CIDR) that they have. */
export function parseTrustProxy(text: string): boolean | number | string[] | Fault {
  if (text === "true" || text === "false") {
    return text === "true";
  }
  const hops = parseWholeNumber(text, 0, 100);
  if (typeof hops === "number") {
    return hops === 0 ? false : hops;
  }
  const addresses = splitList(text);
  return addresses.every((part) => isIP(part) !== 0 || isNetwork(part))
    ? addresses
    : new Fault(
        "must be true, false, a number of proxies up to 100, or IP addresses and networks (10.0.0.0/8) with commas between them",
      );
}

function isNetwork(text: string): boolean {
  const [address, bits, ...rest] = text.split("/");
  const family = isIP(address ?? "");
  return (
    family !== 0 &&
    rest.length === 0 &&
    typeof parseWholeNumber(bits ?? "", 0, family === 4 ? 32 : 128) === "number"
  );
}

export function parseDatabaseUrl(text: string): string | Fault {
  const isPostgres = /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
  return isPostgres
    ? text
    : new Fault("must be an address of a PostgreSQL database, postgres://… or postgresql://…");
}

function splitList(text: string): string[] {
  return text.split(",").map((part) => part.trim());
}

/**
 * Whether an address that connects is a trusted proxy, behind which many people are. With a number of proxies, or all,
 * whoever connects is one.
 */
export function trustsAddress(trustProxy: boolean | number | string[]): (address: string) => boolean {
  if (!Array.isArray(trustProxy)) return () => trustProxy !== false;
  const proxies = new BlockList();
  for (const part of trustProxy) {
    const [address = "", bits] = part.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return proxies.check(address.toString(), address.kind());
  };
}
