import { type Address, parseAddress } from "./address.ts";
import { isRecord } from "./is-record.ts";
import type { Form } from "./messages.ts";
import { parseTime } from "./parse-time.ts";
import { maxUrlLength } from "./url.ts";
import { wireForms } from "./wire-form.ts";

/** A peer's profile, in whichever form it came. */
export interface ParsedProfile {
  address: Address;
  /** What the node calls its URL: proven by nothing. */
  url: string;
  title: string;
  description: string | null;
  /** What the peer speaks (decisions 6). */
  form: Form;
  /** ISO 8601, UTC. */
  createdAt: string | null;
  /** ISO 8601, UTC. */
  updatedAt: string | null;
}

/**
 * Reads what a node answered to `GET /ewp/profile` (spec 4.1, 4.11). Texts that are too long are cut, so that one
 * long title does not make a node unreachable.
 *
 * @param json of any shape
 * @returns null when it is no profile: without a valid address or a URL
 */
export function parseProfile(json: unknown): ParsedProfile | null {
  if (!isRecord(json)) return null;
  const address = parseAddress(json.address);
  if (address === null || typeof json.url !== "string" || json.url.length > maxUrlLength) return null;
  const wire = wireForms.baseline.isProfile(json) ? wireForms.baseline : wireForms.reference;
  const { createdAt, updatedAt } = wire.readTimes(json);
  return {
    address,
    url: cleanText(json.url, maxUrlLength),
    title: cleanText(json.title, 255),
    description: cleanText(json.description, 2_000) || null,
    form: wire.form,
    createdAt: parseTime(createdAt),
    updatedAt: parseTime(updatedAt),
  };
}

/** Text of at most so many code points, with nothing in it that can't be stored. */
export function cleanText(value: unknown, max: number): string {
  if (typeof value !== "string") return "";
  const storable = value
    .slice(0, max * 2)
    .replaceAll("\0", "")
    .toWellFormed();
  return Array.from(storable).slice(0, max).join("");
}
