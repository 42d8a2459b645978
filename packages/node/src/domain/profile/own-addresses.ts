import { pathAtNodes } from "@freehold/protocol/internal";
import { z } from "zod";
import type { Config } from "../../config/config.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import { findForeignUrls } from "../../store/peers/profiles.ts";

const key = "earlier_urls";
const mostUrls = 50; // earlier addresses that are kept, the newest

/** The present address of this node, and those that it had before. */
export interface OwnAddresses {
  readonly url: string;
  readonly earlierUrls: readonly string[];
}

const withoutSlash = (url: string) => url.replace(/(?<!\/)\/+$/, "");

const urls = z.array(z.string());
const readKnown = async (db: Reader) => urls.parse(JSON.parse((await readMeta(db, key)) ?? "[]"));

/**
 * The addresses that the owner has signed before the present one, or that an export of this owner names; the newest first. One
 * that a known node of somebody else has now is theirs.
 */
export async function readEarlierUrls(db: Reader): Promise<string[]> {
  const known = await readKnown(db);
  const foreign = await findForeignUrls(db, known);
  return known.filter((url) => !foreign.has(url));
}

/** Remembers an address that this node has no more, or that its posts come from. */
export async function addEarlierUrl(tx: Tx, url: string): Promise<void> {
  const known = await readKnown(tx);
  const latest = [...new Set([withoutSlash(url), ...known])].slice(0, mostUrls);
  if (latest.join(" ") !== known.join(" ")) await writeMeta(tx, key, JSON.stringify(latest));
}

/** The addresses of a node that its configuration names: the public one, and that on its own machine. */
export function addressesOfConfig({ url, port, tls }: Pick<Config, "url" | "port" | "tls">): string[] {
  const local = ["localhost", "127.0.0.1"].map((host) => `${tls ? "https" : "http"}://${host}:${port}`);
  return url === null ? local : [url, ...local];
}

/** Addresses without the present one, each once. */
export function leaveOut(url: string, addresses: readonly string[]): string[] {
  return [...new Set(addresses.map(withoutSlash))].filter((address) => address !== withoutSlash(url));
}

/**
 * The path, query and fragment of an address at this node, at whichever of its addresses: the present one first.
 *
 * @returns null for an address elsewhere
 */
export function pathAtOwn(address: string, { url, earlierUrls }: OwnAddresses): string | null {
  return pathAtNodes(address, [url, ...earlierUrls]);
}

/** The spellings of a path of this node: below its present address, and below each of before. */
export function addressesOfPath(path: string, { url, earlierUrls }: OwnAddresses): string[] {
  return [url, ...earlierUrls].map((base) => `${withoutSlash(base)}${path}`);
}
