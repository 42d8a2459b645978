import type {
  ArgBuilder,
  FieldNullability,
  InputFieldMap,
  InputShapeFromFields,
  ShapeFromTypeParam,
  TypeParam,
} from "@pothos/core";
import type { GraphQLResolveInfo } from "graphql";
import type { AccessRule } from "../domain/access/callers.ts";
import { builder, type Types } from "./builder.ts";
import type { RequestContext } from "./request-context.ts";

type MaybePromise<T> = T | Promise<T>;

interface Operation<Type extends TypeParam<Types>, Nullable extends FieldNullability<Type>, Input> {
  readonly type: Type;
  readonly nullable?: Nullable;
  readonly access: AccessRule;
  readonly cost?: number;
  readonly description?: string;
  readonly resolve: (
    input: Input,
    context: RequestContext,
    info: GraphQLResolveInfo,
  ) => MaybePromise<ShapeFromTypeParam<Types, Type, Nullable>>;
}

/** The arguments of a query. One that is absent is null. */
type Args<Fields extends InputFieldMap> = {
  [Name in keyof InputShapeFromFields<Fields>]-?: Exclude<InputShapeFromFields<Fields>[Name], undefined>;
};

/** Adds a query. Its resolver gets the arguments and the request's context. */
export function addQuery<
  const Type extends TypeParam<Types>,
  Fields extends InputFieldMap = Record<never, never>,
  const Nullable extends FieldNullability<Type> = false,
>(
  name: string,
  {
    args,
    resolve,
    ...options
  }: { args?: (t: { arg: ArgBuilder<Types> }) => Fields } & Operation<Type, Nullable, Args<Fields>>,
): void {
  builder.queryField(name, (t) => {
    const fields: InputFieldMap = args?.(t) ?? {};
    const names = Object.keys(fields);
    return t.field({
      ...options,
      args: fields,
      resolve: (
        _root: unknown,
        given: Record<string, unknown>,
        context: RequestContext,
        info: GraphQLResolveInfo,
      ) => {
        const values: Record<string, unknown> = {};
        for (const name of names) values[name] = given[name] ?? null;
        return resolve(values as never, context, info);
      },
    } as never);
  });
}

/**
 * Adds a mutation with one argument, `input`, of a type named after the mutation: `createBlock` takes a `CreateBlockInput`.
 *
 * @returns the type of the input
 */
export function addMutation<
  const Type extends TypeParam<Types>,
  Fields extends InputFieldMap,
  const Nullable extends FieldNullability<Type> = false,
>(
  name: string,
  {
    input,
    inputDescription,
    resolve,
    ...options
  }: {
    input: (t: PothosSchemaTypes.InputFieldBuilder<Types, "InputObject">) => Fields;
    inputDescription?: string;
  } & Operation<Type, Nullable, InputShapeFromFields<Fields>>,
) {
  const typeName = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const Input = builder.inputType(typeName, {
    ...(inputDescription !== undefined && { description: inputDescription }),
    fields: input,
  });
  builder.mutationField(name, (t) =>
    t.field({
      ...options,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_root: unknown, args: { input: never }, context: RequestContext, info: GraphQLResolveInfo) =>
        resolve(args.input, context, info),
    } as never),
  );
  return Input;
}
