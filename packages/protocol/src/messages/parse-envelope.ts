import type { z } from "zod";
import { type Address, parseAddress } from "../crypto/address.ts";
import type { Hex } from "../crypto/hex.ts";
import { listsError } from "../endpoints.ts";
import { EwpError, type EwpErrorCode } from "../errors.ts";
import { hashMessage, isSigningDomain, isSigningDomainType, type Layout, readLayout } from "./eip712.ts";
import { badUrl, type Checked } from "./field-schemas.ts";
import { type Field, isRecord, valueAt } from "./fields.ts";
import { schemaOfVariant } from "./json-schema.ts";
import { type Claims, declarationOf, type Form, type MessageKind } from "./messages.ts";
import { type Envelope, typedDataOf } from "./typed-data.ts";
import { type CompiledVariant, findVariant, variantsOf } from "./variants.ts";

declare const parsedBrand: unique symbol;

/** A well-formed envelope with an unverified signature. Only `parseEnvelope` makes one. */
export interface Parsed<K extends MessageKind> {
  readonly [parsedBrand]: true;
  readonly kind: K;
  readonly form: Form;
  /** Unverified values. */
  readonly claims: Claims[K];
  /** The signed type, with the sender's order and widths. */
  readonly encodeType: string;
  /** The signed digest: 32 bytes. */
  readonly digest: Uint8Array;
  /** As it was sent. */
  readonly signature: Hex;
  /** The envelope, rebuilt from the known fields only. */
  readonly envelope: Envelope;
  /** Whether the domain is the protocol's. */
  readonly ownDomain: boolean;
  /** The addresses that may sign it. */
  readonly signers: readonly Address[];
  /** The claim known only from the signature. */
  readonly signerField: keyof Claims[K] | null;
}

/**
 * Reads the body of a signed request (spec 2.6, decisions 1). Types come from the table of messages, never from the
 * sender.
 *
 * @param kind the message of the endpoint
 * @param body JSON of any shape
 * @throws EwpError INVALID_PAYLOAD, INVALID_URL_FORMAT or INVALID_TIMESTAMP, in this order; the last two are
 *   INVALID_PAYLOAD for messages whose endpoint does not list them
 */
export function parseEnvelope<K extends MessageKind>(kind: K, body: unknown): Parsed<K> {
  const { typedData, domain, types, message, signature } = readEnvelope(body);
  const variant = findVariant(variantsOf(kind), typedData.primaryType, message);
  if (!variant)
    throw malformed(`The message is not a ${kind}: another primaryType, or not exactly its fields.`);
  const layout = readTypes(variant, types);
  const values = checkMessage(kind, variant, message);
  const claims = claimsOf(variant, values);
  return {
    kind,
    form: variant.form,
    claims,
    encodeType: layout.encodeType,
    digest: hashMessage(layout, values),
    signature,
    // Most callers refuse it before they need it.
    get envelope(): Envelope {
      return { typedData: typedDataOf(layout, values), signature };
    },
    ownDomain: isSigningDomain(domain),
    signers: variant.signers.map((path) => valueAt(claims, path)),
    signerField: variant.signerField,
  } as unknown as Parsed<K>;
}

function readEnvelope(body: unknown) {
  if (!isRecord(body) || !isRecord(body.typedData)) throw malformed("The body is not a signed envelope.");
  const { typedData, signature } = body;
  const { domain, types, message } = typedData;
  if (!isRecord(domain) || !isRecord(types) || !isRecord(message)) {
    throw malformed("The typed data lacks its domain, types or message.");
  }
  if (typeof signature !== "string" || !/^0x[0-9a-fA-F]*$/.test(signature)) {
    throw malformed("The signature is not hexadecimal text with 0x.");
  }
  return { typedData, domain, types, message, signature: signature as Hex };
}

/** The signed layout, from the sent `types`. */
export function readTypes({ layout }: CompiledVariant, types: Record<string, unknown>): Layout {
  if (Object.hasOwn(types, "EIP712Domain") && !isSigningDomainType(types.EIP712Domain)) {
    throw malformed("The type EIP712Domain is not that of the protocol.");
  }
  const sent = readLayout(layout, types);
  if (!sent) throw malformed(`The type of ${layout.name} is not that of the protocol: ${layout.encodeType}.`);
  return sent;
}

/** The checked values of a message. */
export function checkMessage(kind: MessageKind, variant: CompiledVariant, message: unknown): Checked {
  const result = schemaOfVariant(variant).safeParse(message);
  const isSame = namesOne(declarationOf(kind).distinct, message);
  if (result.success && !isSame) return result.data;
  const found = new Map<EwpErrorCode, string>();
  if (isSame) found.set("INVALID_PAYLOAD", "The two addresses are the same.");
  for (const issue of result.error?.issues ?? []) {
    const name = issue.path.join(".");
    found.set(codeOf(kind, name, issue), `The field ${name} is malformed.`);
  }
  for (const code of ["INVALID_PAYLOAD", "INVALID_URL_FORMAT", "INVALID_TIMESTAMP"] as const) {
    if (found.has(code)) throw new EwpError(code, found.get(code));
  }
  throw malformed("The message is malformed.");
}

function codeOf(kind: MessageKind, name: string, issue: z.core.$ZodIssue): EwpErrorCode {
  const isUrl = issue.code === "custom" && issue.params?.problem === badUrl;
  const own = name === "timestamp" ? "INVALID_TIMESTAMP" : isUrl ? "INVALID_URL_FORMAT" : null;
  return own && listsError(kind, own) ? own : "INVALID_PAYLOAD";
}

// Compared without case: a value that is not an address is malformed anyway.
function namesOne(pair: readonly [string, string] | undefined, message: unknown): boolean {
  if (!pair || !isRecord(message)) return false;
  if (!pair.every((name) => Object.hasOwn(message, name))) return false;
  const [one, other] = [message[pair[0]], message[pair[1]]];
  return typeof one === "string" && typeof other === "string" && one.toLowerCase() === other.toLowerCase();
}

/** The values under the names of the meaning. */
function claimsOf({ declared, layout }: CompiledVariant, values: Checked): Record<string, unknown> {
  const { renamed = {}, absent = {} } = declared;
  const claims = meaningsOf(layout, values, renamed);
  for (const name of Object.keys(absent)) claims[name] = null;
  return claims;
}

/** Converts hashed values to those of the meaning. */
function meaningsOf({ members }: Layout, values: Checked, renamed: Record<string, string> = {}) {
  const meanings: Record<string, unknown> = {};
  for (const { name, field, layout } of members) {
    const value = values[name];
    meanings[renamed[name] ?? name] =
      layout && isRecord(value) ? meaningsOf(layout, value) : meaningOf(field, value);
  }
  return meanings;
}

function meaningOf({ shape }: Field, value: Checked[string] | undefined): unknown {
  return shape === "address-text" ? parseAddress(value) : value;
}

function malformed(detail: string): EwpError {
  return new EwpError("INVALID_PAYLOAD", detail);
}
