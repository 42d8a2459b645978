import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  typeFromAST,
  type VariableDefinitionNode,
} from "graphql";

/**
 * The variables of a call with the names of enums in capitals, as the schema has them: tools that were written for other
 * nodes send `"post"` for `POST`. Everything else stays as it was sent.
 */
export function withEnumNames(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const changed = { ...values };
  for (const { variable, type } of definitions) {
    const { value: name } = variable.name;
    const declared = typeFromAST(schema, type);
    if (isInputType(declared) && Object.hasOwn(values, name)) changed[name] = rename(declared, values[name]);
  }
  return changed;
}

function rename(declared: GraphQLInputType, value: unknown): unknown {
  const type = getNullableType(declared);
  if (isEnumType(type)) {
    const name = typeof value === "string" && !type.getValue(value) ? value.toUpperCase() : "";
    return type.getValue(name) ? name : value;
  }
  if (isListType(type))
    return Array.isArray(value) ? value.map((one) => rename(type.ofType, one)) : rename(type.ofType, value);
  if (!isInputObjectType(type) || typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, field ? rename(field.type, one) : one];
    }),
  );
}
