import type { EnumRef, FieldMap, ObjectRef, OutputRef } from "@pothos/core";
import { builder, type Types } from "./builder.ts";

type Scalar =
  | "ID"
  | "String"
  | "Int"
  | "Boolean"
  | "Address"
  | "ContentHash"
  | "DateTime"
  | "JSON"
  | "BigInt";
type Output<Name extends Scalar> = Types["outputShapes"][Name];

/** How GraphQL writes the types that fit a value: `String!`, or `String` where it may be null, or `[String!]!`. */
type Notation<Value> = {
  [Name in Scalar]: Value extends readonly Output<Name>[]
    ? `[${Name}!]!`
    : NonNullable<Value> extends Output<Name>
      ? Name | (null extends Value ? never : `${Name}!`)
      : never;
}[Scalar];

/** An enum or object type is for values that are never null. */
type FieldType<Value> = Notation<Value> | (null extends Value ? never : OutputRef<Value>);

interface ObjectDefinition<Shape extends object> {
  readonly description?: string;
  /** Fields that give the property of their name: a type, or a type and a description. */
  readonly fields?: {
    readonly [Name in Extract<keyof Shape, string>]?:
      | FieldType<Shape[Name]>
      | readonly [FieldType<Shape[Name]>, string];
  };
  /** All other fields. */
  readonly computed?: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Shape>) => FieldMap;
}

/** Defines an object type. */
export function defineObject<Shape extends object>(
  name: string,
  { description = "", fields = {}, computed }: ObjectDefinition<Shape>,
): ObjectRef<Types, Shape> {
  return builder.objectRef<Shape>(name).implement({
    ...(description !== "" && { description }),
    fields: (t) => {
      const exposed = Object.entries<unknown>(fields).map(([property, field]) => {
        const [type, text] = Array.isArray(field) ? field : [field];
        return [property, t.expose(property as never, { ...readType(type), description: text } as never)];
      });
      return { ...Object.fromEntries(exposed), ...computed?.(t) };
    },
  });
}

function readType(type: unknown): { type: unknown; nullable?: boolean } {
  if (typeof type !== "string") return { type };
  const name = type.replace(/[[\]!]/g, "");
  return { type: type.startsWith("[") ? [name] : name, nullable: !type.endsWith("!") };
}

/**
 * Defines an enum. A value's name is the value in capitals: `FAILED_PEER` for `failed-peer`.
 *
 * @param values the values, or their descriptions by value; an empty text means no description
 */
export function defineEnum<const Value extends string>(
  name: string,
  values: readonly Value[] | Readonly<Record<Value, string>>,
  description = "",
): EnumRef<Types, Value> {
  const described: [string, string][] = Array.isArray(values)
    ? values.map((value) => [value, ""])
    : Object.entries(values);
  const entries = described.map(([value, text]) => [
    value.toUpperCase().replace(/\W/g, "_"),
    { value, ...(text !== "" && { description: text }) },
  ]);
  return builder.enumType(name, {
    ...(description !== "" && { description }),
    values: Object.fromEntries(entries),
  });
}
