import { lexicographicSortSchema, printSchema } from "graphql";
import { schema } from "./schema.ts";

/** The schema as text: `packages/node/schema.graphql`, which a check compares with it. */
export function printSdl(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
