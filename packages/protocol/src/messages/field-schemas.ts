import { z } from "zod";
import { type Address, parseAddress } from "../crypto/address.ts";
import { type Hash, parseHash } from "../crypto/hashes.ts";
import { maxUrlLength, parseLocalUrl, parseNodeUrl } from "../resources/url.ts";
import type { Field, Fields } from "./fields.ts";

/** The checked values of a message by name, as they are hashed. */
export interface Checked {
  [name: string]: string | number | Checked;
}

/** Marks the issue of a text that is not a node URL, which has its own error code. */
export const badUrl = "bad-url";

const max = Number.MAX_SAFE_INTEGER;

// Text that can be hashed and stored: a lone surrogate has no UTF-8, and PostgreSQL refuses NUL.
const storable = z.string().refine((value) => value.isWellFormed() && !value.includes("\0"));

const addressSyntax = z.string().meta({ pattern: "^0x[0-9a-fA-F]{40}$" });

const addressSchema = addressSyntax.transform((value, context): Address => {
  const address = parseAddress(value);
  if (address !== null) return address;
  context.addIssue("It is neither in lower case nor in EIP-55.");
  return z.NEVER;
});

const hashSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((value): Hash => parseHash(value) ?? "0x");

// The addition turns -0, which JSON allows, into 0.
const uintSchema = z
  .union([z.int().min(0).max(max), z.string().regex(/^[0-9]+$/)])
  .transform((value) => Number(value) + 0)
  .refine((value) => value <= max);

const urlSchema = storable
  .refine((value) => parseNodeUrl(value) !== null, { params: { problem: badUrl } })
  .meta({ pattern: "^https://", maxLength: maxUrlLength });

const ownUrlSchema = storable
  .refine((value) => (parseNodeUrl(value) ?? parseLocalUrl(value)) !== null, { params: { problem: badUrl } })
  .meta({
    pattern: "^(https://|http://(([^/]+\\.)?localhost|127\\.[0-9.]+|\\[::1\\])(:|/|$))",
    maxLength: maxUrlLength,
  });

/** Schemas of fields without parameters; their output is the value for hashing. */
const schemas = {
  address: addressSchema,
  "address-text": addressSyntax.refine((value) => parseAddress(value) !== null),
  bytes32: hashSchema,
  uint: uintSchema,
  url: urlSchema,
  "own-url": ownUrlSchema,
} as const;

function schemaOf(field: Field): z.ZodType<string | number | Checked> {
  if (field.shape === "text") return textSchema(field.min, field.max);
  return field.shape === "struct" ? schemaOfFields(field.fields) : schemas[field.shape];
}

/** The schema of a message or struct with exactly these fields. */
export function schemaOfFields(fields: Fields): z.ZodType<Checked> {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
  return z.strictObject(shape);
}

function textSchema(min: number, max: number): z.ZodType<string> {
  const meta = min > 0 ? { minLength: min, maxLength: max } : { maxLength: max };
  return storable.refine((value) => value.length >= min && !isLonger(value, max)).meta(meta);
}

/** Whether a text has more code points; counts them only if the number of code units does not decide. */
function isLonger(value: string, max: number): boolean {
  if (value.length <= max) return false;
  return value.length > max * 2 || Array.from(value).length > max;
}
