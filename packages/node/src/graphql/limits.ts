import { KiB, MiB } from "@freehold/protocol/internal";

/** Limits of one operation. */
export const limits = {
  documentLength: 32 * KiB,
  nameLength: 100, // a name in a document
  tokens: 1_000,
  depth: 12,
  aliases: 20,
  operations: 10,
  cost: 5_000,
  bytesPerCost: KiB,
  anonymousReplyBytes: MiB,
  callsBeforeCompiling: 4, // calls of an operation before it is compiled
  translatedValuesLength: 100, // the values of a sentence that is also sent in another language than English
  errorLength: 300, // the sentence of a field's error
  refusalBytes: 1_000, // the sentences of a refusal, together
  validationErrors: 10, // wrong places of a document that are named
};
