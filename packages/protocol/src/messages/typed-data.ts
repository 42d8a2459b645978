import type { Hex } from "../crypto/hex.ts";
import { type Layout, signingDomain, signingDomainType, type TypeMember, typesOf } from "./eip712.ts";
import type { Checked } from "./field-schemas.ts";
import type { Form, Meanings, MessageKind } from "./messages.ts";
import { variantFor } from "./variants.ts";

/** EIP-712 typed data of a message, for a wallet (spec 2.6). */
export interface TypedData {
  domain: { name: string; version: string; chainId: number };
  types: Record<string, TypeMember[]>;
  primaryType: string;
  message: Record<string, unknown>;
}

/** Typed data with its signature: the body of every signed request (spec 2.6). */
export interface Envelope {
  typedData: TypedData;
  signature: Hex;
}

/**
 * The typed data of a message for a wallet, with `types.EIP712Domain` (decisions 1).
 *
 * @param form has no effect on messages that are identical in both forms
 */
export function typedDataFor<K extends MessageKind>(
  kind: K,
  meaning: Meanings[K],
  form: Form = "baseline",
): TypedData {
  const { layout, declared } = variantFor(kind, form);
  const values = meaning as Readonly<Record<string, Checked[string]>>;
  return typedDataOf(layout, values, declared.renamed);
}

/** Typed data with a layout's types and order. */
export function typedDataOf(
  layout: Layout,
  values: Readonly<Record<string, Checked[string]>>,
  renamed: Readonly<Record<string, string>> = {},
): TypedData {
  return {
    domain: { ...signingDomain },
    types: { EIP712Domain: signingDomainType.map((member) => ({ ...member })), ...typesOf(layout) },
    primaryType: layout.name,
    message: Object.fromEntries(layout.members.map(({ name }) => [name, values[renamed[name] ?? name]])),
  };
}
