import type { Checked } from "./field-schemas.ts";
import type { Form, Meanings, MessageKind } from "./messages.ts";
import { signingDomain, signingDomainType } from "./signing-domain.ts";
import { type Layout, typesOf } from "./type-layout.ts";
import type { TypedData } from "./typed-data.ts";
import { variantFor } from "./variants.ts";

/**
 * The typed data of a message, as a wallet takes it, `types.EIP712Domain` included (decisions 1).
 *
 * @param form whose form; messages that are signed alike in both have one form
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

/** Typed data in a given layout, its message in the layout's order. */
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
