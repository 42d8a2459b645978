import { type Address, parseAddress } from "./address.ts";
import { isRecord } from "./is-record.ts";
import type { Form, Meanings, MessageKind } from "./messages.ts";
import { variantFor } from "./variants.ts";

/**
 * Whether a message with this meaning counts in this form when this address signs it (spec 5, decisions 1). It is not
 * the same in both: the end of a follow is signed by either side in baseline, and by the follower alone in the other.
 */
export function maySign<K extends MessageKind>(
  kind: K,
  meaning: Meanings[K],
  { signer, form }: { signer: Address; form: Form },
): boolean {
  const { signers, renamed = {}, absent = {} } = variantFor(kind, form).declared;
  const told = Object.keys(absent).filter((name) => absent[name] === "signer");
  const paths = signers.length > 0 ? signers.map((path) => renamed[path] ?? path) : told;
  return paths.some((path) => parseAddress(valueAt(meaning, path)) === signer);
}

function valueAt(meaning: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), meaning);
}
