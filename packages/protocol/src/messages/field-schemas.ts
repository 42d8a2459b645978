import { z } from "zod";
import { type Address, parseAddress } from "../crypto/address.ts";
import { type Hash, parseHash } from "../crypto/hashes.ts";
import { maxUrlLength, parseNodeUrl } from "../resources/url.ts";
import type { Field, Fields } from "./fields.ts";

/** The checked values of a message by name: ready to be hashed. */
export interface Checked {
  [name: string]: string | number | Checked;
}

/** Marks the issue of a URL that is text, but not the URL of a node: it has an error code of its own. */
export const badUrl = "bad-url";

const max = Number.MAX_SAFE_INTEGER;

// What the database and the hash can hold: a lone surrogate has no UTF-8, and a NUL no place in PostgreSQL.
const storable = z.string().refine((value) => value.isWellFormed() && !value.includes("\0"));

const addressPattern = /^0x[0-9a-fA-F]{40}$/;

const addressTextSchema = z
  .string()
  .regex(addressPattern)
  .refine((value) => parseAddress(value) !== null);

const addressSchema = z
  .string()
  .regex(addressPattern)
  .transform((value, context): Address => {
    const address = parseAddress(value);
    if (address !== null) return address;
    context.addIssue("It is neither in lower case nor in EIP-55.");
    return z.NEVER;
  });

const hashSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((value): Hash => parseHash(value) ?? "0x");

// The sum turns -0, which JSON can write, into 0.
const uintSchema = z
  .union([z.int().min(0).max(max), z.string().regex(/^[0-9]+$/)])
  .transform((value) => Number(value) + 0)
  .refine((value) => value <= max);

const urlSchema = storable
  .refine((value) => parseNodeUrl(value) !== null, { params: { problem: badUrl } })
  .meta({ pattern: "^https://", maxLength: maxUrlLength });

/** The check of one field; its output is the value in the form in which it is hashed. */
function schemaOf(field: Field): z.ZodType<string | number | Checked> {
  switch (field.shape) {
    case "address":
      return addressSchema;
    case "address-text":
      return addressTextSchema;
    case "bytes32":
      return hashSchema;
    case "uint":
      return uintSchema;
    case "url":
      return urlSchema;
    case "text":
      return textSchema(field.min, field.max);
    case "struct":
      return schemaOfFields(field.fields);
  }
}

/** The check of a whole message or struct: every field there, none besides. */
export function schemaOfFields(fields: Fields): z.ZodType<Checked> {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
  return z.strictObject(shape);
}

function textSchema(min: number, max: number): z.ZodType<string> {
  const meta = min > 0 ? { minLength: min, maxLength: max } : { maxLength: max };
  return storable.refine((value) => value.length >= min && !isLonger(value, max)).meta(meta);
}

/** Whether a text has more than so many code points; counts only where the length in code units leaves it open. */
function isLonger(value: string, max: number): boolean {
  if (value.length <= max) return false;
  return value.length > max * 2 || Array.from(value).length > max;
}
