import { accessSync, constants, statSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { resolve } from "node:path";
import { parseAddress } from "@freehold/protocol";
import { readTypedAddress } from "@freehold/protocol/internal";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { parseS3Url, type S3Url } from "./s3-url.ts";

/**
 * A schema that parses the text of a setting. `sentence` follows the setting's name in an error: "must be …".
 *
 * @param parse returns undefined for an invalid text
 */
function value<T>(parse: (text: string) => T | undefined, sentence: string) {
  return z.string().transform((text, context) => {
    const parsed = parse(text);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: "custom", message: sentence });
    return z.NEVER;
  });
}

function toWholeNumber(text: string, least: number, most: number): number | undefined {
  // Plain decimal digits: no sign, no fraction, no exponent.
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

export const wholeNumber = (least: number, most: number) =>
  value((text) => toWholeNumber(text, least, most), `must be a whole number from ${least} to ${most}`);

export const choice = <const T extends string>(...choices: readonly T[]) =>
  value((text) => choices.find((known) => known === text), `must be one of ${choices.join(", ")}`);

const booleans: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };
export const boolean = value((text) => booleans[text], "must be true or false (or 1 or 0)");

/** An absolute path. */
export const path = value((text) => resolve(text), "must be a path");

/** The absolute path of a file that this process may read. */
export const readableFile = path.superRefine((file, context) => {
  if (!isReadable(file)) context.addIssue("must name a file that can be read");
});

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

const hostName =
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/;

export const listeningHost = value(
  (text) => (isIP(text) !== 0 || (!/^[0-9.]+$/.test(text) && hostName.test(text)) ? text : undefined),
  "must be an IP address or a host name, without scheme, port or brackets",
);

const addressSentences = {
  empty: "must be an https:// address",
  plain: "must begin with https://, because other sites connect over https only",
  path: "must be the root of a host, since a node does not work below a path",
  broken: "must be an https:// address without user, query or fragment",
};

/**
 * The node's public base URL, as it is signed. The protocol requires https (specification 1); loopback addresses may use http,
 * for trials.
 */
export const publicUrl = z.string().transform((text, context) => {
  const { state, url } = readTypedAddress(text);
  if (url !== null) return url;
  context.addIssue({ code: "custom", message: addressSentences[state] });
  return z.NEVER;
});

export const peerPorts = value((text): readonly number[] | "any" | undefined => {
  if (text === "any") return "any";
  const ports = splitList(text).map((part) => toWholeNumber(part, 1, 65_535));
  return ports.every((port) => port !== undefined) ? [...new Set(ports)] : undefined;
}, "must be `any`, or ports from 1 to 65535 with commas between them");

export type TrustProxy = boolean | number | string[];

/** true or false, the number of proxies in front of this node, or their addresses and networks (CIDR). */
export const trustProxy = value((text): TrustProxy | undefined => {
  if (text === "true" || text === "false") return text === "true";
  const hops = toWholeNumber(text, 0, 100);
  if (hops !== undefined) return hops === 0 ? false : hops;
  const addresses = splitList(text);
  return addresses.every((part) => isIP(part) !== 0 || isNetwork(part)) ? addresses : undefined;
}, "must be true, false, a number of proxies up to 100, or IP addresses and networks (10.0.0.0/8) with commas between them");

function isNetwork(text: string): boolean {
  const [address = "", bits = "", ...rest] = text.split("/");
  const family = isIP(address);
  return family !== 0 && rest.length === 0 && toWholeNumber(bits, 0, family === 4 ? 32 : 128) !== undefined;
}

export const databaseUrl = value(
  (text) => (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
  "must be an address of a PostgreSQL database, postgres://… or postgresql://…",
);

/** The address that announces newer versions; null for `off`. */
export const releasesUrl = value((text): string | null | undefined => {
  const url = text === "off" ? null : URL.parse(text);
  if (url === null) return text === "off" ? null : undefined;
  return url.protocol === "https:" && url.username === "" && url.password === "" ? url.href : undefined;
}, "must be an https:// address without user, or `off`");

export const rpcUrl = value((text) => {
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.username === "" && url.password === "" ? url.href : undefined;
}, "must be an https:// address without user");

export const ethereumAddress = value(
  (text) => parseAddress(text) ?? undefined,
  "must be an Ethereum address, all in lower case or with its EIP-55 capitals",
);

export const s3Url = z.string().transform((text, context): S3Url => {
  const parsed = parseS3Url(text);
  if (typeof parsed !== "string") return parsed;
  context.addIssue({ code: "custom", message: parsed });
  return z.NEVER;
});

function splitList(text: string): string[] {
  return text.split(",").map((part) => part.trim());
}

/** Tells whether a connecting address is a trusted proxy: every one, unless the setting is false or a list. */
export function trustsAddress(trusted: TrustProxy): (address: string) => boolean {
  if (!Array.isArray(trusted)) return () => trusted !== false;
  const proxies = new BlockList();
  for (const part of trusted) {
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
