import { type Form, type Meanings, type MessageKind, typedDataFor } from "@freehold/protocol";
import { builder, type Types } from "../builder.ts";
import { defineEnum, defineObject } from "../define-types.ts";

/** A message that a wallet signs, and its form in the protocol. */
export interface MessageToSign {
  readonly form: Form;
  readonly typedData: object;
}

export const MessageForm = defineEnum(
  "MessageForm",
  ["baseline", "reference"],
  "The protocol's own form of a message, or the form of the reference implementation.",
);

export const MessageToSignRef = defineObject<MessageToSign>("MessageToSign", {
  description: "A message for a wallet to sign (EIP-712). Send it back unchanged, with the signature.",
  fields: { form: MessageForm, typedData: "JSON!" },
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
  description: "A message with its signature.",
  fields: (t) => ({
    typedData: t.field({ type: "JSON", required: true }),
    signature: t.string({ required: true, description: "65 bytes in hex, with 0x." }),
  }),
});

type InputBuilder = PothosSchemaTypes.InputFieldBuilder<Types, "InputObject">;

/** The field of an input for the message that a query such as `connectionToSign` returned. */
export const signedMessage = (t: InputBuilder, query: string) => ({
  message: t.field({
    type: SignedMessageInput,
    required: true,
    description: `The signed message from \`${query}\`.`,
  }),
});

/** The field of an input for several messages. */
export const signedMessages = (t: InputBuilder, description: string) => ({
  messages: t.field({ type: [SignedMessageInput], required: true, description }),
});
