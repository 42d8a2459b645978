import type { ReferenceRow } from "@freehold/import";
import { firstMoment } from "../../../../domain/written-date.ts";

type Field = ReferenceRow[string];

/** A node that the other one knew. */
export interface ReferenceNode {
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
}

/** A text of a row; null for anything else. */
export function textOf(value: Field | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/** A time of a row in milliseconds: a number, or `YYYY-MM-DD HH:MM:SS` in UTC; null for anything else. */
export function timeOf(value: Field | undefined): number | null {
  if (typeof value === "number") return Number.isSafeInteger(value) && value > firstMoment ? value : null;
  if (typeof value !== "string") return null;
  if (/^-?\d{1,15}$/.test(value)) return timeOf(Number(value));
  const time = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value)
    ? Date.parse(`${value.replace(" ", "T")}Z`)
    : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
