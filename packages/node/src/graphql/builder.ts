import SchemaBuilder from "@pothos/core";
import "./access-plugin.ts";
import type { Address, Hash } from "@freehold/protocol";
import type { RequestContext } from "./request-context.ts";
import type { Upload } from "./upload.ts";

/** What a resolver gets and gives of each scalar; `scalars.ts` says how they are read. */
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

/** The one builder: each file of this folder adds its nouns to it, and `schema.ts` puts them together. */
export const builder = new SchemaBuilder<{
  Context: RequestContext;
  Scalars: { [Name in keyof Scalars]: Scalars[Name] };
  DefaultFieldNullability: false;
}>({ plugins: ["access"], defaultFieldNullability: false });

builder.queryType({ description: "What can be asked." });
builder.mutationType({ description: "What can be done." });
