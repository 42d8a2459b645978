import SchemaBuilder, { type SchemaTypes } from "@pothos/core";
import "./access-plugin.ts";
import { type Address, type Hash, parseAddress, parseHash } from "@freehold/protocol";
import { GraphQLError } from "graphql";
import { AppError } from "../errors/errors.ts";
import type { RequestContext } from "./request-context.ts";

interface Scalars {
  ID: { Input: string; Output: string | number };
  Address: { Input: Address; Output: Address };
  ContentHash: { Input: Hash; Output: Hash };
  /** ISO 8601 in UTC outside and in a resolver's answer, milliseconds of the epoch in its arguments. */
  DateTime: { Input: number; Output: string };
  JSON: { Input: unknown; Output: unknown };
  /** A whole number that may be larger than an `Int`: bytes, milliseconds. */
  BigInt: { Input: number; Output: number };
  Upload: { Input: Upload; Output: never };
}

/** The one builder: each file of this folder adds its types and operations, and `schema.ts` makes the schema. */
export const builder = new SchemaBuilder<{
  Context: RequestContext;
  Scalars: { [Name in keyof Scalars]: Scalars[Name] };
  DefaultFieldNullability: false;
}>({ plugins: ["access"], defaultFieldNullability: false });

export type Types =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T extends SchemaTypes> ? T : never;

builder.queryType({ description: "The queries." });
builder.mutationType({ description: "The mutations." });

/** A file that is being uploaded. Its bytes can be read once; the sender waits for the reader. JSON can't make one. */
export class Upload {
  readonly filename: string | null;
  /** The media type that the client names. */
  readonly mediaType: string | null;
  readonly source: AsyncIterable<Uint8Array>;

  constructor({ filename, mediaType, source }: Upload) {
    this.filename = filename;
    this.mediaType = mediaType;
    this.source = source;
  }
}

/** The first `maxBytes` bytes of a file; the rest is not read. */
export async function collectUpload({ source }: Upload, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

builder.scalarType("Address", {
  description:
    "An Ethereum address. Input may be in lower case or with the capitals of EIP-55; output has them.",
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
  description: "A time in ISO 8601, with Z or an offset; output is in UTC.",
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
  parseValue: (value) => (value instanceof Upload ? value : refuse("a file of a multipart request")),
});

function refuse(what: string): never {
  throw new GraphQLError(`It has to be ${what}.`);
}

/**
 * An id as a client gives it back: decimal digits.
 *
 * @throws AppError NOT_FOUND for a text that is never an id
 */
export function parseId(id: string): number {
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new AppError("NOT_FOUND", "There is nothing with this id.");
}
