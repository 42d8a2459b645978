/** What of the bytes a request gets; positions from 0, both inclusive. */
export type ChosenRange =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly start: number; readonly end: number }
  | { readonly kind: "unsatisfiable" };

const whole = { kind: "whole" } as const;
const unsatisfiable = { kind: "unsatisfiable" } as const;

/**
 * Which bytes a `Range` header asks for (specification 4.4, decisions 5; RFC 9110 section 14). One range or suffix is
 * honoured; several, another unit, or what is malformed get the whole, as if nothing had been asked.
 *
 * @param header the header's value, undefined when there is none
 * @param size how many bytes there are
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
