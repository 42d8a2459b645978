import { type Layout, layoutOf } from "./eip712.ts";
import { isRecord } from "./fields.ts";
import { declarationOf, type Form, type MessageKind, messageKinds, type Variant } from "./messages.ts";

/** A variant of a message with its layout. */
export interface CompiledVariant {
  readonly kind: MessageKind;
  readonly declared: Variant;
  readonly form: Form;
  readonly layout: Layout;
  /** Paths in the meaning of the addresses that may sign. */
  readonly signers: readonly string[];
  /** The part of the meaning that is known only from the signature. */
  readonly signerField: string | null;
}

const byKind = new Map(
  messageKinds.map((kind) => [
    kind,
    declarationOf(kind).variants.map((declared) => compileVariant(kind, declared)),
  ]),
);

/** Every variant of every message, in the order of the table. */
export const variants: readonly CompiledVariant[] = [...byKind.values()].flat();

/** The variants of one message, in the order of the table. */
export function variantsOf(kind: MessageKind): readonly CompiledVariant[] {
  return byKind.get(kind) ?? [];
}

function compileVariant(kind: MessageKind, declared: Variant): CompiledVariant {
  const { primaryType, fields, signers, renamed = {}, absent = {} } = declared;
  return {
    kind,
    declared,
    form: declared.form === "both" ? "baseline" : declared.form,
    layout: layoutOf(primaryType, fields),
    signers: signers.map((path) => renamed[path] ?? path),
    signerField: Object.keys(absent).find((name) => absent[name] === "signer") ?? null,
  };
}

/** The variant with this name whose fields are exactly the keys of the message (decisions 1, rules 1 and 2). */
export function findVariant(
  candidates: readonly CompiledVariant[],
  primaryType: unknown,
  message: Readonly<Record<string, unknown>>,
): CompiledVariant | null {
  const isOf = ({ layout }: CompiledVariant) => layout.name === primaryType && hasExactly(layout, message);
  return candidates.find(isOf) ?? null;
}

/** The variant of a kind in this form. */
export function variantFor(kind: MessageKind, form: Form): CompiledVariant {
  const own = variantsOf(kind);
  const found = own.find(({ declared }) => declared.form === form || declared.form === "both") ?? own[0];
  if (!found) throw new TypeError(`There is no message ${kind}.`);
  return found;
}

// Only own keys: a key of the prototype was not sent, and an own `__proto__` is a normal key.
function hasExactly({ members }: Layout, message: Readonly<Record<string, unknown>>): boolean {
  if (Object.keys(message).length !== members.length) return false;
  return members.every(({ name, layout }) => {
    if (!Object.hasOwn(message, name)) return false;
    const value = message[name];
    return layout === null || !isRecord(value) || hasExactly(layout, value);
  });
}
