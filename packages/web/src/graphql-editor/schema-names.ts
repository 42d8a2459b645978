import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from "graphql";

/** A place in the schema: a type, or a field of it. */
export interface Place {
  readonly type: string;
  readonly field?: string;
}

/** A field of a type; one of an input has no arguments. */
interface Field {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
  readonly type: GraphQLType;
  readonly args?: readonly GraphQLArgument[];
}

/** The fields of a type. */
export function fieldsOf(type: GraphQLNamedType): readonly Field[] {
  const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
  return hasFields ? Object.values<Field>(type.getFields()) : [];
}

/** The types that a type leads to other than by fields: members of a union, implementations of an interface. */
export function possibleTypes(schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLNamedType[] {
  return isUnionType(type) || isInterfaceType(type) ? schema.getPossibleTypes(type) : [];
}

/** Types whose name, and fields and values whose name, contain a text, in any case; types first. */
export function findPlaces(schema: GraphQLSchema, text: string): Place[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  const isFound = (name: string) => name.toLowerCase().includes(wanted);
  const types = listTypes(schema);
  const members = types.flatMap((type) => {
    const names = isEnumType(type) ? type.getValues() : fieldsOf(type);
    return names.filter(({ name }) => isFound(name)).map(({ name }) => ({ type: type.name, field: name }));
  });
  return [...types.filter(({ name }) => isFound(name)).map(({ name }) => ({ type: name })), ...members];
}

/** Every type of the schema but those of introspection, by name. */
export function listTypes(schema: GraphQLSchema): GraphQLNamedType[] {
  return Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith("__"))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
