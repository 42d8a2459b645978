import type { Address } from "./address.ts";
import type { Hash } from "./hashes.ts";

/** The shape of one field of a message. EIP-712 type, check and TypeScript type all follow from it. */
export type Field =
  | { readonly shape: "address" }
  /** An address that is signed as text: hashed as it was sent, in EIP-55 in the meaning. */
  | { readonly shape: "address-text" }
  | { readonly shape: "bytes32" }
  /** An integer from 0 to 2^53-1, on the wire as a JSON integer or as decimal digits (decisions 1). */
  | { readonly shape: "uint"; readonly bits: 64 | 256 }
  /** The HTTPS base URL of a node. */
  | { readonly shape: "url" }
  /** Text of `min` to `max` Unicode code points. */
  | { readonly shape: "text"; readonly min: number; readonly max: number }
  | { readonly shape: "struct"; readonly name: string; readonly fields: Fields };

/** Fields by name; their order is part of the hash. */
export interface Fields {
  readonly [name: string]: Field;
}

/** What a field means once it is checked. */
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

export function text<const Length extends { min?: number; max: number }>({ min = 0, max }: Length) {
  return { shape: "text", min, max } as const;
}

export function struct<const Name extends string, const Inner extends Fields>(name: Name, fields: Inner) {
  return { shape: "struct", name, fields } as const;
}

/** The name of a field's type in EIP-712. */
export function typeNameOf(field: Field): string {
  switch (field.shape) {
    case "uint":
      return `uint${field.bits}`;
    case "address-text":
    case "url":
    case "text":
      return "string";
    case "struct":
      return field.name;
    default:
      return field.shape;
  }
}
