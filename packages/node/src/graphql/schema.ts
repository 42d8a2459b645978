import "./access.ts";
import "./node-status.ts";
import "./blocks.ts";
import "./commenting.ts";
import "./comments.ts";
import "./connections.ts";
import "./notifications.ts";
import "./outbox.ts";
import "./profile.ts";
import "./publications.ts";
import "./search.ts";
import "./settings.ts";
import "./signing.ts";
import "./visitors.ts";
import "./webhooks.ts";
import "./writing.ts";
import { type GraphQLObjectType, isObjectType, lexicographicSortSchema, printSchema } from "graphql";
import type { AccessRule } from "../domain/access/callers.ts";
import { builder } from "./builder.ts";

/** The whole schema; every file of this folder that adds to it is named above. */
export const schema = builder.toSchema();

/** The schema as text: `packages/node/schema.graphql`, which a check compares with it. */
export function printSdl(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/** An operation, or a field of an object that is not for everybody who sees the object. */
export interface Operation {
  readonly kind: "query" | "mutation" | "field";
  /** Of a field with its type: `Settings.mailFrom`. */
  readonly name: string;
  readonly access: AccessRule;
  readonly description: string;
}

/** Everything that says who may call it, in the order of the alphabet: queries, mutations, then fields. */
export function listOperations(): Operation[] {
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
  const others = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && type !== query && type !== mutation,
  ) as GraphQLObjectType[];
  return [
    ...(query ? declaredOf(query, "query") : []),
    ...(mutation ? declaredOf(mutation, "mutation") : []),
    ...others.flatMap((type) => declaredOf(type, "field")).sort((a, b) => (a.name < b.name ? -1 : 1)),
  ];
}

function declaredOf(type: GraphQLObjectType, kind: Operation["kind"]): Operation[] {
  const fields = Object.values(type.getFields()).sort((a, b) => (a.name < b.name ? -1 : 1));
  return fields.flatMap(({ name, description, extensions }) => {
    const access = extensions.access as AccessRule | undefined;
    if (access === undefined) return [];
    const fullName = kind === "field" ? `${type.name}.${name}` : name;
    return [{ kind, name: fullName, access, description: description ?? "" }];
  });
}
