import { errors } from "@freehold/protocol";
import { outputIntrospectionFile } from "gql.tada/internal";
import { type GraphQLSchema, introspectionFromSchema, isObjectType } from "graphql";
import { errorCodes } from "../packages/node/src/errors/errors.ts";

const note = "// `npm run generate` writes this file from packages/node/src.\n";

/**
 * The schema as a type, from which TypeScript reads the types of documents. Directives and the types of introspection are left
 * out: no document of ours names them. A field that is null in a reply with errors alone is not nullable here: all callers of
 * ours throw the first error.
 */
export function renderSchemaTypes(schema: GraphQLSchema): string {
  const { __schema: introspection } = introspectionFromSchema(schema, { descriptions: false });
  const types = introspection.types
    .filter(({ name }) => !name.startsWith("__"))
    .map((type) => {
      const declared = schema.getType(type.name);
      if (type.kind !== "OBJECT" || !isObjectType(declared)) return type;
      const fields = type.fields.map((field) =>
        declared.getFields()[field.name]?.extensions.nullsAreErrors === true && field.type.kind !== "NON_NULL"
          ? { ...field, type: { kind: "NON_NULL" as const, ofType: field.type } }
          : field,
      );
      return { ...type, fields };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const text = outputIntrospectionFile(
    { __schema: { ...introspection, types, directives: [] } } as Parameters<
      typeof outputIntrospectionFile
    >[0],
    { fileType: ".d.ts", shouldPreprocess: true },
  );
  const start = text.indexOf("export type introspection_types");
  const end = text.indexOf("import * as gqlTada");
  if (start === -1 || end === -1) throw new Error("gql.tada writes the schema in another way.");
  return `${note}${text.slice(start, end).trim()}\n`;
}

/** The codes of the application that a caller may get, and those of the protocol. */
export function renderErrorCodes(): string {
  const own = Object.entries(errorCodes).filter(([, props]) => "status" in props);
  const codes = new Set([...own.map(([code]) => code), ...Object.keys(errors), "INTERNAL_ERROR"].sort());
  const lines = [...codes].map((code) => `  | "${code}"`);
  return `${note}/** The values that \`extensions.code\` of an error can have. */\nexport type ApiErrorCode =\n${lines.join("\n")};\n`;
}
