/** What a number of a limit counts. `chars` are Unicode code points. */
export type LimitUnit = "bytes" | "chars" | "ms" | "s" | "px" | "a minute" | "an hour" | "bytes/s" | "";

/** A bound, and everything that whoever runs into it wants to know. */
export interface Limit {
  readonly value: number;
  readonly unit: LimitUnit;
  /** What it bounds, as a row of a table says it. */
  readonly bounds: string;
  /** What happens beyond it: a status and code, or words. */
  readonly beyond: string;
  /** Where the rule comes from, in the specification or its companion; empty for this program's own. */
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

/** The bare numbers of a table, under the same names. */
export function valuesOf<const T extends Readonly<Record<string, Limit>>>(
  table: T,
): { readonly [Name in keyof T]: number } {
  const values = Object.entries(table).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(values) as { readonly [Name in keyof T]: number };
}
