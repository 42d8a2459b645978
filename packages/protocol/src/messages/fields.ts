import type { Address } from "../crypto/address.ts";
import type { Hash } from "../crypto/hashes.ts";

/** The shape of a message field. EIP-712 type, validation and TypeScript type derive from it. */
export type Field =
  | { readonly shape: "address" }
  /** An address signed as text: hashed as sent, and in EIP-55 in the meaning. */
  | { readonly shape: "address-text" }
  | { readonly shape: "bytes32" }
  /** An integer from 0 to 2^53-1, on the wire as a JSON integer or as decimal digits (decisions 1). */
  | { readonly shape: "uint"; readonly bits: 64 | 256 }
  /** The HTTPS base URL of a node. */
  | { readonly shape: "url" }
  /** The base URL of the signer's own node: also a local one, until the node has a public address. */
  | { readonly shape: "own-url" }
  /** Text of `min` to `max` Unicode code points. */
  | { readonly shape: "text"; readonly min: number; readonly max: number }
  | { readonly shape: "struct"; readonly name: string; readonly fields: Fields };

/** Fields by name; their order is part of the hash. */
export interface Fields {
  readonly [name: string]: Field;
}

/** The type of a checked field. */
export type ValueOf<F extends Field> = F extends { shape: "address" | "address-text" }
  ? Address
  : F extends { shape: "bytes32" }
    ? Hash
    : F extends { shape: "uint" }
      ? number
      : F extends { shape: "struct"; fields: infer Inner extends Fields }
        ? { -readonly [Name in keyof Inner]: ValueOf<Inner[Name]> }
        : string;

export const address = { shape: "address" } as const;
export const addressText = { shape: "address-text" } as const;
export const bytes32 = { shape: "bytes32" } as const;
export const uint64 = { shape: "uint", bits: 64 } as const;
export const uint256 = { shape: "uint", bits: 256 } as const;
export const url = { shape: "url" } as const;
export const ownUrl = { shape: "own-url" } as const;

export function text<const Length extends { min?: number; max: number }>({ min = 0, max }: Length) {
  return { shape: "text", min, max } as const;
}

export function struct<const Name extends string, const Inner extends Fields>(name: Name, fields: Inner) {
  return { shape: "struct", name, fields } as const;
}

export function typeNameOf(field: Field): string {
  if (field.shape === "uint") return `uint${field.bits}`;
  if (field.shape === "struct") return field.name;
  return field.shape === "address" || field.shape === "bytes32" ? field.shape : "string";
}

/** Whether a JSON value is an object, neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path of names with dots between; undefined without one. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), values);
}

const isoPattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Reads a peer's time as ISO 8601 in UTC. A time without a zone is UTC.
 *
 * @param value ISO 8601 text, or milliseconds of the Unix epoch
 * @returns null when it is neither
 */
export function parseTime(value: unknown): string | null {
  const time = typeof value === "number" ? new Date(value) : parseIso(value);
  return time === null || Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function parseIso(value: unknown): Date | null {
  const parts = typeof value === "string" ? isoPattern.exec(value) : null;
  if (!parts) return null;
  const [, day, time = "00:00", zone = "Z"] = parts;
  return new Date(`${day}T${time}${zone}`);
}
