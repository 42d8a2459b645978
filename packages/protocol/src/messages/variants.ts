import { type Layout, layoutOf } from "./eip712.ts";
import { type Fields, isRecord } from "./fields.ts";
import { declarationOf, type Form, type MessageKind, messageKinds, type Variant } from "./messages.ts";

/** A variant of a message with its layout. */
export interface CompiledVariant {
  readonly kind: MessageKind;
  readonly declared: Variant;
  readonly form: Form;
  readonly layout: Layout;
}

/** Every variant of every message, in the order of the table. */
export const variants: readonly CompiledVariant[] = messageKinds.flatMap((kind) =>
  declarationOf(kind).variants.map((declared) => ({
    kind,
    declared,
    form: declared.form === "both" ? "baseline" : declared.form,
    layout: layoutOf(declared.primaryType, declared.fields),
  })),
);

/** The variant with this name whose fields are exactly the keys of the message (decisions 1, rules 1 and 2). */
export function findVariant(
  candidates: readonly CompiledVariant[],
  primaryType: unknown,
  message: Readonly<Record<string, unknown>>,
): CompiledVariant | null {
  const isOf = ({ declared }: CompiledVariant) =>
    declared.primaryType === primaryType && hasExactly(declared.fields, message);
  return candidates.find(isOf) ?? null;
}

/** The variant of a kind in this form. */
export function variantFor(kind: MessageKind, form: Form): CompiledVariant {
  const own = variants.filter((variant) => variant.kind === kind);
  const found = own.find(({ declared }) => declared.form === form || declared.form === "both") ?? own[0];
  if (!found) throw new TypeError(`There is no message ${kind}.`);
  return found;
}

// Only own keys: a key of the prototype was not sent, and an own `__proto__` is a normal key.
function hasExactly(fields: Fields, message: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(fields);
  return (
    Object.keys(message).length === names.length &&
    names.every((name) => {
      if (!Object.hasOwn(message, name)) return false;
      const field = fields[name];
      const value = message[name];
      return field?.shape !== "struct" || !isRecord(value) || hasExactly(field.fields, value);
    })
  );
}
