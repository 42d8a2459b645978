import "../../packages/node/test/support/load-modules.ts";
import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLScalarType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import type { AccessRule } from "../../packages/node/src/domain/access/callers.ts";
import { listOperations, schema } from "../../packages/node/src/graphql/schema.ts";

type Field = GraphQLField<unknown, unknown>;
type Input = GraphQLArgument | GraphQLInputField;

/** The GraphQL schema as Markdown: the pages of the reference, by name of the file. */
export function renderGraphql(): ReadonlyMap<string, string> {
  const types = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith("__"))
    .sort((one, other) => one.name.localeCompare(other.name));
  const roots = new Set([schema.getQueryType(), schema.getMutationType()]);
  const objects = types.filter(isObjectType).filter((type) => !roots.has(type));
  const rest = [...types.filter(isEnumType), ...types.filter(isScalarType).filter(isOwnScalar)];
  return new Map([
    ["queries", page("Queries", "query", schema.getQueryType())],
    ["mutations", page("Mutations", "mutation", schema.getMutationType())],
    ["objects", [heading("Objects"), ...objects.map(renderObject)].join("\n\n")],
    ["inputs", [heading("Inputs"), ...types.filter(isInputObjectType).map(renderInput)].join("\n\n")],
    ["enums", [heading("Enums and scalars"), ...rest.map(renderPlain)].join("\n\n")],
  ]);
}

const isOwnScalar = (type: GraphQLScalarType) => !isSpecifiedScalarType(type);

/** The page is made again with each build, so nobody corrects it. */
function heading(title: string): string {
  return `---\neditLink: false\noutline: 2\n---\n\n# ${title}`;
}

function page(title: string, kind: "query" | "mutation", type: GraphQLObjectType | null | undefined): string {
  const access = new Map(
    listOperations()
      .filter((one) => one.kind === kind)
      .map((one) => [one.name, one.access]),
  );
  const fields = Object.values(type?.getFields() ?? {}).sort((one, other) =>
    one.name.localeCompare(other.name),
  );
  const sections = fields.map((field) => renderOperation(field, access.get(field.name) ?? "public"));
  return [heading(title), ...sections].join("\n\n");
}

function renderOperation(field: Field, access: AccessRule): string {
  const lines = [`## ${field.name}`, `Returns ${typeLink(field.type)}. For ${formatAccess(access)}.`];
  if (field.description) lines.push(toText(field.description));
  if (field.args.length > 0) lines.push(table(["argument", "type", "what"], field.args));
  return lines.join("\n\n");
}

function formatAccess(access: AccessRule): string {
  if (access === "public") return "anybody";
  return access === "owner" ? "the owner" : `the owner, and tokens with \`${access}\``;
}

function renderObject(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields());
  return [`## ${type.name}`, ...describe(type), table(["field", "type", "what"], fields)].join("\n\n");
}

function renderInput(type: GraphQLInputObjectType): string {
  const kind = type.isOneOf ? ["Exactly one of the fields is given."] : [];
  const fields = Object.values(type.getFields());
  return [`## ${type.name}`, ...describe(type), ...kind, table(["field", "type", "what"], fields)].join(
    "\n\n",
  );
}

function renderPlain(type: GraphQLEnumType | GraphQLScalarType): string {
  const lines = [`## ${type.name}`, ...describe(type)];
  if (!isEnumType(type)) return lines.join("\n\n");
  const rows = type.getValues().map(({ name, description }) => `| \`${name}\` | ${toText(description)} |`);
  return [...lines, ["| value | what |", "|---|---|", ...rows].join("\n")].join("\n\n");
}

const describe = ({ description }: GraphQLNamedType) => (description ? [toText(description)] : []);

function table(head: readonly string[], fields: readonly (Field | Input)[]): string {
  const rows = fields.map((field) => {
    const args = "args" in field ? field.args.map(({ name, type }) => `${name}: ${type}`).join(", ") : "";
    const name = args ? `\`${field.name}(${args})\`` : `\`${field.name}\``;
    return `| ${name} | ${typeLink(field.type)} | ${toText(field.description)}${defaultOf(field)} |`;
  });
  return [`| ${head.join(" | ")} |`, "|---|---|---|", ...rows].join("\n");
}

function defaultOf(field: Field | Input): string {
  const given = "defaultValue" in field ? field.defaultValue : undefined;
  return given === undefined ? "" : ` Default: \`${JSON.stringify(given)}\`.`;
}

/** A type as it is written in the schema; its name leads to its section. */
function typeLink(type: Field["type"] | Input["type"]): string {
  const { name } = getNamedType(type);
  const file = fileOf(getNamedType(type));
  const link = file ? `[${name}](${file}.md#${name.toLowerCase()})` : name;
  return `<code>${String(type).replace("[", "\\[").replace("]", "\\]").replace(name, link)}</code>`;
}

function fileOf(type: GraphQLNamedType): string | null {
  if (isObjectType(type)) return "objects";
  if (isInputObjectType(type)) return "inputs";
  return isEnumType(type) || (isScalarType(type) && isOwnScalar(type)) ? "enums" : null;
}

function toText(text: string | null | undefined): string {
  return (text ?? "").replaceAll("\n", " ").replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
