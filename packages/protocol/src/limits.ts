import { KiB, MiB } from "./units.ts";

const malformed = "400 INVALID_PAYLOAD";
const refused = "the call fails with `too-large`";
const late = "the call fails with `timeout`";

/** Every limit of the protocol and of its client. */
export const protocolLimits = {
  windowSeconds: limit(3_600, "s", "a signed time, either side of this clock", "400 INVALID_TIMESTAMP", {
    source: "specification 5",
  }),
  urlLength: limit(2_048, "chars", "the base URL of a node", "400 INVALID_URL_FORMAT"),
  titleLength: limit(255, "chars", "the title of a profile", malformed, { source: "decisions 4" }),
  descriptionLength: limit(2_000, "chars", "the description of a profile", malformed, {
    source: "decisions 4",
  }),
  settingLength: limit(255, "chars", "a setting in a signed installation", malformed),
  avatarTextLength: limit(3_000_000, "chars", "the avatar in a signed installation, as text", malformed),
  indexPageSize: limit(1_000, "", "`limit` of an index page", "400 INVALID_LIMIT", {
    source: "specification 4.3",
  }),
  redirects: limit(3, "", "redirects of one call", "the call fails with `bad-reply`"),
  profileBytes: limit(64 * KiB, "bytes", "a peer's profile", refused),
  profileMs: limit(10_000, "ms", "a call for a profile, in total", late),
  pageBytes: limit(4 * MiB, "bytes", "a page of a peer's index", refused),
  pageMs: limit(30_000, "ms", "a call for a page of an index, in total", late),
  contentBytes: limit(100 * MiB, "bytes", "content, by default", refused, {
    source: "decisions 5",
  }),
  contentMs: limit(600_000, "ms", "a call for content, in total", late),
  writeReplyBytes: limit(8 * KiB, "bytes", "the reply to a message", "the rest is not read"),
  writeMs: limit(120_000, "ms", "a call with a message, in total", late),
  afterStatusMs: limit(2_000, "ms", "the body of an error, or of a message's reply", "the rest is not read"),
  errorReplyBytes: limit(8 * KiB, "bytes", "the body of an error", "the error has no code"),
  pageEntries: limit(10_000, "", "entries in a page of a peer's index", "it is no page: `bad-reply`"),
  indexWalks: limit(4, "", "reads of an index that shrinks meanwhile", "the last one counts"),
  rememberedEntries: limit(100_000, "", "entries checked for duplicates", "an entry may be read twice"),
  pastedProofBytes: limit(
    64 * KiB,
    "chars",
    "a proof at the end of a pasted post",
    "it is not found; the whole is taken as text",
  ),
  givenProofs: limit(1_000, "", "proofs that are looked through for one post", "the rest is ignored"),
  barrenPages: limit(1_000, "", "pages of an index in a row without a new entry", "the index ends there"),
} as const;

export const limits = valuesOf(protocolLimits);

/** The unit of a limit. `chars` are Unicode code points. */
export type LimitUnit = "bytes" | "chars" | "ms" | "s" | "px" | "a minute" | "an hour" | "bytes/s" | "";

/** A limit with its description for the docs. */
export interface Limit {
  readonly value: number;
  readonly unit: LimitUnit;
  /** The limited thing, for a row of a table. */
  readonly bounds: string;
  /** The effect of exceeding it: a status and code, or a description. */
  readonly beyond: string;
  /** The section of the specification or its companion; empty for this program's own limits. */
  readonly source: string;
  /** The setting that changes it, or null. */
  readonly setting: string | null;
}

/** A row of a table of limits. */
export function limit(
  value: number,
  unit: LimitUnit,
  bounds: string,
  beyond: string,
  { source = "", setting = null }: { source?: string; setting?: string | null } = {},
): Limit {
  return { value, unit, bounds, beyond, source, setting };
}

/** The numbers of a table under the same names. */
export function valuesOf<const T extends Readonly<Record<string, Limit>>>(
  table: T,
): { readonly [Name in keyof T]: number } {
  const values = Object.entries(table).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(values) as { readonly [Name in keyof T]: number };
}
