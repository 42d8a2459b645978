/** What one operation may be, each limit named once. */
export const limits = {
  /** Characters of a document; long texts come as variables. */
  documentLength: 32 * 1024,
  /** Words and signs of a document. */
  tokens: 1_000,
  /** Fields below fields. */
  depth: 12,
  /** Fields under another name than their own, in the whole document. */
  aliases: 20,
  /** Operations in the document, of which one is called. */
  operations: 10,
  /** What the asked-for fields may cost together; see `measureCost`. */
  cost: 5_000,
  /** How long a list without a length is taken to be. */
  assumedLength: 10,
  /** Documents that are kept with what was found out about them. */
  keptDocuments: 128,
  /** Calls of one document after which it is compiled. */
  callsBeforeCompiling: 4,
  /** Wrong places of a document that are named in the answer. */
  validationErrors: 10,
} as const;
