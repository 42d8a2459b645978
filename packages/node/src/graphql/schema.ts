import "./node/access.ts";
import "./publications/history.ts";
import "./node/node-status.ts";
import "./people/blocks.ts";
import "./people/commenting.ts";
import "./node/clock.ts";
import "./people/comments.ts";
import "./people/connections.ts";
import "./node/outbox.ts";
import "./node/mail.ts";
import "./node/set-aside.ts";
import "./publications/presenting.ts";
import "./node/profile.ts";
import "./publications/publications.ts";
import "./publications/search.ts";
import "./node/settings.ts";
import "./publications/signing.ts";
import "./publications/tags.ts";
import "./publications/templates.ts";
import "./publications/changes.ts";
import "./publications/versions.ts";
import "./people/visitors.ts";
import "./publications/files.ts";
import "./publications/trash.ts";
import "./publications/writing.ts";
import { isObjectType, lexicographicSortSchema, printSchema } from "graphql";
import type { AccessRule } from "../domain/access/callers.ts";
import { listModules, loadModules } from "../module.ts";
import { builder } from "./builder.ts";

await loadModules();
await Promise.all(listModules().map(({ graphql }) => graphql?.()));

/** The whole schema: the files of this folder that are named above, and those of the modules. */
export const schema = builder.toSchema();

/** The schema as text: `packages/node/schema.graphql`, which a check compares with it. */
export function printSdl(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/** An operation, or a field of an object with its own access rule. */
export interface Operation {
  readonly kind: "query" | "mutation" | "field";
  /** The name, for a field with its type: `Settings.mailFrom`. */
  readonly name: string;
  readonly access: AccessRule;
  readonly description: string;
}

/** All operations and fields with an access rule, in alphabetical order: queries, mutations, then fields. */
export function listOperations(): Operation[] {
  const kinds = { query: schema.getQueryType(), mutation: schema.getMutationType() };
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  const operations = types.flatMap((type): Operation[] => {
    const kind = type === kinds.query ? "query" : type === kinds.mutation ? "mutation" : "field";
    return Object.values(type.getFields()).flatMap(({ name, description, extensions }) => {
      const access = extensions.access as AccessRule | undefined;
      if (access === undefined) return [];
      const fullName = kind === "field" ? `${type.name}.${name}` : name;
      return [{ kind, name: fullName, access, description: description ?? "" }];
    });
  });
  const order = ["query", "mutation", "field"];
  return operations.sort(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (a.name < b.name ? -1 : 1),
  );
}
