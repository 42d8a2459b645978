import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from "graphql";
import { schema } from "../../src/graphql/schema.ts";

const KiB = 1024;

/** A text of so many bytes, in pieces of which each is another one: so as much of it is known again as stands in a reply. */
export const long = (bytes: number, from = 0) =>
  Array.from({ length: Math.ceil(bytes / 8) }, (_, n) => `zq${String(from + n).padStart(6, "0")}`).join("");

/** Each operation of the schema, which is asked for as little as there is, with its arguments. */
export function operations() {
  // Those end the session, or look at the whole machine.
  const unsafe = new Set(["diagnosis", "signOut", "revokeToken"]);
  return (["query", "mutation"] as const).flatMap((kind) => {
    const root = kind === "query" ? schema.getQueryType() : schema.getMutationType();
    return Object.values(root?.getFields() ?? {}).map(({ name, type, args }) => {
      const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(" ");
      const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(" ");
      const below = isLeafType(getNamedType(type)) ? "" : "{ __typename }";
      const query = `${kind} ${declared && `(${declared})`} { ${name} ${given && `(${given})`} ${below} }`;
      return { query, args, isSafe: !unsafe.has(name) };
    });
  });
}

type Inputs = readonly (GraphQLArgument | GraphQLInputField)[];

/** Values for arguments, or for the fields of an input, each time with another one of them long. */
export function* variants(inputs: Inputs): Generator<Record<string, unknown>> {
  const usual = Object.fromEntries(inputs.map(({ name, type }) => [name, usualValue(type)]));
  for (const { name, type } of inputs) {
    for (const value of longValues(type)) yield { ...usual, [name]: value };
  }
}

function* longValues(type: GraphQLInputType): Generator<unknown> {
  if (isNonNullType(type)) return yield* longValues(type.ofType);
  if (isInputObjectType(type)) return yield* variants(Object.values(type.getFields()));
  if (isListType(type)) {
    for (const value of longValues(type.ofType)) yield [value];
    return;
  }
  const text = long(50 * KiB);
  if (isEnumType(type)) return yield text;
  if (type.name === "JSON") {
    yield { typedData: text };
    return yield { primaryType: text, domain: { name: text.slice(0, 100) }, types: {}, message: {} };
  }
  yield text;
  if (type.name === "String") {
    yield `https://peer.example/${text.slice(0, 1_900)}`;
    yield `${text.slice(0, 300)}@example.org`;
  }
}

function usualValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return usualValue(type.ofType);
  if (isListType(type)) return [usualValue(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const needed = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(needed.map((field) => [field.name, usualValue(field.type)]));
  }
  const usual: Record<string, unknown> = {
    Int: 1,
    BigInt: 1,
    Boolean: true,
    ID: "1",
    String: "text",
    JSON: {},
    Address: `0x${"1".repeat(40)}`,
    ContentHash: `0x${"ab".repeat(32)}`,
    DateTime: "2030-01-01T00:00:00Z",
  };
  return usual[type.name] ?? null;
}
