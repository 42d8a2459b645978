import { errors } from "@freehold/protocol";
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from "graphql";
import { errorCodes } from "../packages/node/src/errors/errors.ts";

/** The types that JSON has of each scalar, in the arguments and in the answer. */
const scalars: Readonly<Record<string, readonly [input: string, output: string]>> = {
  Address: ["string", "Hex"],
  BigInt: ["number", "number"],
  Boolean: ["boolean", "boolean"],
  ContentHash: ["string", "Hex"],
  DateTime: ["string", "string"],
  Float: ["number", "number"],
  ID: ["string", "string"],
  Int: ["number", "number"],
  JSON: ["unknown", "unknown"],
  String: ["string", "string"],
  Upload: ["Blob", "never"],
};

const note = "// `npm run generate` writes this file from packages/node/schema.graphql.\n";

/** The types of the client: an interface for each type of the schema, and the codes of errors. @param sdl of the schema */
export function renderClientTypes(sdl: string): string {
  const parts = typesOf(buildSchema(sdl)).map((type) => {
    if (isEnumType(type)) {
      const values = type.getValues().map(({ name }) => `"${name}"`);
      return `${describe(type)}export type ${type.name} = ${values.join(" | ")};\n`;
    }
    const fields = isObjectType(type)
      ? [`  readonly __typename: "${type.name}";\n`, ...Object.values(type.getFields()).map(renderField)]
      : isInputObjectType(type)
        ? Object.values(type.getFields()).map((field) => renderInput(field, "  "))
        : null;
    if (fields === null) throw new Error(`${type.name} is of a kind that the client does not know.`);
    return `${describe(type)}export interface ${type.name} {\n${fields.join("")}}\n`;
  });
  const codes = [...listCodes()].map((code) => `  | "${code}"`);
  return [
    `${note}import type { Field } from "../selection.ts";\n`,
    `/** Bytes in hex. */\nexport type Hex = \`0x\${string}\`;\n`,
    ...parts,
    `/** What \`extensions.code\` of an error may be. */\nexport type ApiErrorCode =\n${codes.join("\n")};\n`,
  ].join("\n");
}

/**
 * What the client needs to know when it writes a document: for each field with arguments their types, and for each field that
 * leads to such a one its type.
 */
export function renderClientArguments(sdl: string): string {
  const schema = buildSchema(sdl);
  const objects = typesOf(schema).filter(isObjectType);
  const named = new Set(objects.filter((type) => fieldsOf(type).some(({ args }) => args.length > 0)));
  for (let size = -1; size !== named.size; ) {
    size = named.size;
    for (const type of objects) {
      if (fieldsOf(type).some((field) => named.has(getNamedType(field.type) as GraphQLObjectType)))
        named.add(type);
    }
  }
  const isNamed = ({ type }: GraphQLField<unknown, unknown>) =>
    named.has(getNamedType(type) as GraphQLObjectType);
  const entries = [...named].map((type) => {
    const fields = fieldsOf(type).flatMap((field) => {
      const args = field.args.map((one) => `${one.name}: "${one.type}"`);
      const parts = [
        isNamed(field) && `type: "${getNamedType(field.type)}"`,
        args.length > 0 && `args: { ${args.join(", ")} }`,
      ].filter(Boolean);
      return parts.length > 0 ? [`    ${field.name}: { ${parts.join(", ")} },\n`] : [];
    });
    return `  ${type.name}: {\n${fields.join("")}  },\n`;
  });
  return `${note}import type { FieldTable } from "../document.ts";\n\nexport const fields: FieldTable = {\n${entries.join("")}};\n`;
}

/** The types of the schema's own, by name; scalars are those of TypeScript. */
function typesOf(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith("__") && !isScalarType(type))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields());

function renderField(field: GraphQLField<unknown, unknown>): string {
  const value = formatOutput(field.type);
  const args = field.args.map((one) => renderInput(one, "      "));
  const type = args.length === 0 ? value : `Field<\n    {\n${args.join("")}    },\n    ${value}\n  >`;
  return `${describe(field, "  ")}  readonly ${field.name}: ${type};\n`;
}

function renderInput(input: GraphQLArgument | GraphQLInputField, indent: string): string {
  const isRequired = isNonNullType(input.type) && input.defaultValue === undefined;
  const type = formatInput(input.type);
  const text = isRequired ? `: ${type}` : `?: ${type} | undefined`;
  return `${describe(input, indent)}${indent}readonly ${input.name}${text};\n`;
}

function formatOutput(type: GraphQLOutputType): string {
  if (isNonNullType(type)) return formatPresent(type.ofType as GraphQLOutputType, 1, formatOutput);
  return `${formatPresent(type, 1, formatOutput)} | null`;
}

function formatInput(type: GraphQLInputType): string {
  if (isNonNullType(type)) return formatPresent(type.ofType as GraphQLInputType, 0, formatInput);
  return `${formatPresent(type, 0, formatInput)} | null`;
}

function formatPresent<T extends GraphQLInputType | GraphQLOutputType>(
  type: T,
  side: 0 | 1,
  format: (type: T) => string,
): string {
  if (isListType(type)) {
    const item = format(type.ofType as T);
    return `readonly ${item.includes(" ") ? `(${item})` : item}[]`;
  }
  const { name } = type as GraphQLNamedType;
  if (!isScalarType(type)) return name;
  const scalar = scalars[name];
  if (scalar === undefined) throw new Error(`The client has no type for the scalar ${name}.`);
  return scalar[side];
}

function describe(
  { description }: { readonly description?: string | null | undefined },
  indent = "",
): string {
  if (!description) return "";
  return `${indent}/** ${description.replaceAll("\n", " ").replaceAll("*/", "* /")} */\n`;
}

/** The codes of the application that a caller may get, and those of the protocol. */
function listCodes(): Set<string> {
  const own = Object.entries(errorCodes).filter(([, props]) => "status" in props);
  return new Set([...own.map(([code]) => code), ...Object.keys(errors), "INTERNAL_ERROR"].sort());
}
