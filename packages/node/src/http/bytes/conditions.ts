import type { IncomingMessage } from "node:http";

/** The version of some bytes. */
export interface Validators {
  /** A strong entity tag, with its quotes. */
  readonly etag: string;
  /** Milliseconds of the Unix epoch, whole seconds. */
  readonly lastModified: number | null;
}

type ConditionHeaders = Partial<
  Record<
    "if-match" | "if-unmodified-since" | "if-none-match" | "if-modified-since" | "if-range",
    string | undefined
  >
>;

/**
 * Whether the client wants another version than this one, so that the reply is 412 (RFC 9110 sections 13.1.1 and 13.1.4). Tags
 * are compared strongly.
 */
function isOtherVersion(headers: ConditionHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers["if-match"];
  if (tags !== undefined) return tags.trim() !== "*" && !tags.split(",").some((tag) => tag.trim() === etag);
  const until = parseHttpDate(headers["if-unmodified-since"]);
  return until !== null && lastModified !== null && lastModified > until;
}

/** Whether the client has these bytes already, so that the reply is 304 (RFC 9110 section 13.2.2). */
function isUnchanged(headers: ConditionHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) {
    return tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  }
  const since = parseHttpDate(headers["if-modified-since"]);
  return since !== null && lastModified !== null && lastModified <= since;
}

/** The status of a whole answer without its bytes, because of the client's conditions; null where it gets them. */
export function statusOfConditions(headers: ConditionHeaders, validators: Validators): 304 | 412 | null {
  if (isOtherVersion(headers, validators)) return 412;
  return isUnchanged(headers, validators) ? 304 : null;
}

/** Whether a `Range` still counts: there is no `If-Range`, or it names exactly this version (RFC 9110 section 13.1.5). */
export function mayTakeRange(headers: ConditionHeaders, { etag, lastModified }: Validators): boolean {
  const known = headers["if-range"]?.trim();
  if (known === undefined) return true;
  if (known.includes('"')) return known === etag;
  return lastModified !== null && parseHttpDate(known) === lastModified;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** The three forms of a date (RFC 9110 section 5.6.7): the preferred one, that of RFC 850, and that of asctime. */
const dateForms = [
  /^\w{3}, (?<day>\d{2}) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^\w{6,9}, (?<day>\d{2})-(?<month>\w{3})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^\w{3} (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

/** Milliseconds, or null if it is no date of HTTP. @param now in ms: a year of two digits is at most 50 years ahead */
export function parseHttpDate(text: string | undefined, now: number = Date.now()): number | null {
  const found = dateForms.map((form) => form.exec(text?.trim() ?? "")?.groups).find((parts) => parts);
  const month = months.indexOf(found?.month ?? "");
  if (!found || month === -1) return null;
  const { day = "", year = "", time = "" } = found;
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
  const short = century + Number(year);
  const isPast = short > new Date(now).getUTCFullYear() + 50;
  const whole = year.length === 4 ? Number(year) : isPast ? short - 100 : short;
  const two = (value: number) => String(value).padStart(2, "0");
  const ms = Date.parse(`${String(whole).padStart(4, "0")}-${two(month + 1)}-${two(Number(day))}T${time}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/** The part of a representation that a request gets. */
export type Selection = { readonly kind: "unchanged" } | { readonly kind: "other-version" } | ChosenRange;

/**
 * Which answer a GET or HEAD gets (RFC 9110 section 13.2.2): 412, 304, the whole, a part, or 416.
 *
 * @param size bytes; null where no range is served
 */
export function select(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  { size, ...validators }: Validators & { readonly size: number | null },
): Selection {
  if (isOtherVersion(headers, validators)) return { kind: "other-version" };
  if (isUnchanged(headers, validators)) return { kind: "unchanged" };
  // RFC 9110 defines a range for GET alone.
  if (size === null || method !== "GET" || headers.range === undefined) return whole;
  return mayTakeRange(headers, validators) ? chooseRange(headers.range, size) : whole;
}

/** The status line and headers of a selection, beside those of the whole. */
export interface SelectionHead {
  readonly status: 200 | 206 | 304 | 412 | 416;
  /** Names and values in turns. */
  readonly headers: readonly string[];
  /** Headers of the whole that it does not have. */
  readonly without: readonly string[];
}

/** How a selection of `size` bytes is answered (RFC 9110 sections 14.4, 15.3.7, 15.4.5 and 15.5.17). */
export function headOf(selection: Selection, size: number): SelectionHead {
  switch (selection.kind) {
    case "whole":
      return { status: 200, headers: ["content-length", String(size)], without: [] };
    case "unchanged":
      return { status: 304, headers: [], without: ["content-type", "content-encoding"] };
    case "other-version":
      return {
        status: 412,
        headers: ["content-length", "0"],
        without: ["content-type", "content-encoding", "cache-control"],
      };
    case "unsatisfiable":
      return {
        status: 416,
        headers: ["content-range", `bytes */${size}`, "content-length", "0"],
        without: ["content-type", "cache-control"],
      };
    case "part": {
      const { start, end } = selection;
      const range = `bytes ${start}-${end}/${size}`;
      return {
        status: 206,
        headers: ["content-range", range, "content-length", String(end - start + 1)],
        without: [],
      };
    }
  }
}

/** The bytes that a request gets; positions from 0, both inclusive. */
export type ChosenRange =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly start: number; readonly end: number }
  | { readonly kind: "unsatisfiable" };

const whole = { kind: "whole" } as const;
const unsatisfiable = { kind: "unsatisfiable" } as const;

/**
 * Which bytes a `Range` header asks for (specification 4.4, decisions 5; RFC 9110 section 14). One range or suffix is
 * honoured; several ranges, another unit or a malformed header get the whole, as if there were no header.
 *
 * @param header the header's value, undefined when there is none
 * @param size the number of bytes
 */
export function chooseRange(header: string | undefined, size: number): ChosenRange {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "");
  if (match === null) return whole;
  const [, first = "", last = ""] = match;
  if (first === "") return last === "" ? whole : suffix(Number(last), size);
  const start = Number(first);
  const end = last === "" ? Number.POSITIVE_INFINITY : Number(last);
  if (end < start) return whole;
  return start >= size ? unsatisfiable : { kind: "part", start, end: Math.min(end, size - 1) };
}

function suffix(length: number, size: number): ChosenRange {
  if (length === 0 || size === 0) return unsatisfiable;
  return { kind: "part", start: Math.max(0, size - length), end: size - 1 };
}
