import { KiB, limit, MiB, valuesOf } from "@freehold/protocol/internal";

const tooComplex = "400 TOO_COMPLEX";

/** Limits of one operation. */
export const graphqlLimits = {
  documentLength: limit(32 * KiB, "chars", "a document; long texts come as variables", tooComplex),
  nameLength: limit(100, "chars", "a name in a document", tooComplex),
  tokens: limit(1_000, "", "words and signs of a document", tooComplex),
  depth: limit(12, "", "fields below fields", tooComplex),
  aliases: limit(20, "", "fields under another name than their own", tooComplex),
  operations: limit(10, "", "operations in a document, of which one is called", tooComplex),
  cost: limit(5_000, "", "what the asked-for fields cost together", tooComplex),
  bytesPerCost: limit(KiB, "bytes", "text for an anonymous caller that costs 1", "it costs 1 more"),
  anonymousReplyBytes: limit(
    MiB,
    "bytes",
    "a reply without a session or a token, and the text that is read for it",
    tooComplex,
  ),
  assumedLength: limit(10, "", "what a list without a length is taken to cost", "nothing: it is an estimate"),
  usualPage: limit(20, "", "a page of a list that says nothing else", "the next page has them"),
  cachedDocuments: limit(128, "", "checked and compiled documents in memory", "the oldest goes"),
  callsBeforeCompiling: limit(4, "", "calls of an operation before it is compiled", "it is compiled"),
  errorLength: limit(300, "bytes", "the sentence of a field's error", "its middle is left out"),
  refusalBytes: limit(
    1_000,
    "bytes",
    "the sentences of a refusal, together",
    "the middle of each is left out, so that little of what was sent comes back",
  ),
  validationErrors: limit(10, "", "wrong places of a document that are named", "the others are not"),
} as const;

export const limits = valuesOf(graphqlLimits);
