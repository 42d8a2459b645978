import { parseAddress, parseHash } from "@freehold/protocol";
import { GraphQLError } from "graphql";
import { builder } from "./builder.ts";
import { UploadedFile } from "./upload.ts";

builder.scalarType("Address", {
  description:
    "An Ethereum address. It is taken in lower case or with its EIP-55 capitals, and given with them.",
  serialize: (value) => value,
  parseValue: (value) => parseAddress(value) ?? refuse("an Ethereum address"),
});

builder.scalarType("ContentHash", {
  description: "A SHA-256 in hex: 0x and 64 digits.",
  serialize: (value) => value,
  parseValue: (value) => parseHash(value) ?? refuse("a hash of 0x and 64 hex digits"),
});

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

builder.scalarType("DateTime", {
  description: "A time in ISO 8601, with Z or an offset; it is given in UTC.",
  serialize: (value) => value,
  parseValue: (value) => {
    const ms = typeof value === "string" && iso.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(ms) ? refuse("a time such as 2026-01-31T12:00:00Z") : ms;
  },
});

builder.scalarType("JSON", {
  description: "Any JSON, such as the typed data that a wallet signs.",
  serialize: (value) => value,
  parseValue: (value) => value,
});

builder.scalarType("BigInt", {
  description: "A whole number of up to 2^53-1.",
  serialize: (value) => value,
  parseValue: (value) => (Number.isSafeInteger(value) ? Number(value) : refuse("a whole number")),
});

builder.scalarType("Upload", {
  description:
    "A file, sent by the GraphQL multipart request specification: one file a request, and nowhere else in the document.",
  serialize: () => refuse("sent, and never given back"),
  parseValue: (value) => (value instanceof UploadedFile ? value : refuse("a file of a multipart request")),
});

/** What a client reads when a value is none of its scalar. */
function refuse(what: string): never {
  throw new GraphQLError(`It has to be ${what}.`);
}
