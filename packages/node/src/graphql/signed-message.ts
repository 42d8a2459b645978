import { type Form, type Meanings, type MessageKind, typedDataFor } from "@freehold/protocol";
import { builder } from "./builder.ts";

/** A message to be signed by a wallet, and what it is called in the protocol. */
export interface MessageToSign {
  readonly form: Form;
  readonly typedData: unknown;
}

export const MessageForm = builder.enumType("MessageForm", {
  description: "The protocol's own form of a message, or the one that the reference implementation speaks.",
  values: { BASELINE: { value: "baseline" }, REFERENCE: { value: "reference" } } as const,
});

export const MessageToSignRef = builder.objectRef<MessageToSign>("MessageToSign").implement({
  description: "What a wallet is to sign (EIP-712); it is sent back with the signature, unchanged.",
  fields: (t) => ({
    form: t.expose("form", { type: MessageForm }),
    typedData: t.expose("typedData", { type: "JSON" }),
  }),
});

/** The typed data of a message, as a wallet takes it. */
export function toMessageToSign<K extends MessageKind>(
  kind: K,
  meaning: Meanings[K],
  form: Form = "baseline",
): MessageToSign {
  return { form, typedData: typedDataFor(kind, meaning, form) };
}

export const SignedMessageInput = builder.inputType("SignedMessageInput", {
  description: "A message as it was signed.",
  fields: (t) => ({
    typedData: t.field({ type: "JSON", required: true }),
    signature: t.string({ required: true, description: "65 bytes in hex, with 0x." }),
  }),
});
