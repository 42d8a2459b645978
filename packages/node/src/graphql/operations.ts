import type {
  ArgBuilder,
  FieldNullability,
  InputFieldMap,
  InputShapeFromFields,
  SchemaTypes,
  ShapeFromTypeParam,
  TypeParam,
} from "@pothos/core";
import type { AccessRule } from "../domain/access/callers.ts";
import { builder } from "./builder.ts";
import type { RequestContext } from "./request-context.ts";

export type Types =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T extends SchemaTypes> ? T : never;

type MaybePromise<T> = T | Promise<T>;

interface Operation<
  Type extends TypeParam<Types>,
  Nullable extends FieldNullability<Type>,
  Fields extends InputFieldMap,
> {
  readonly type: Type;
  readonly nullable?: Nullable;
  readonly access: AccessRule;
  readonly cost?: number;
  readonly description?: string;
  readonly resolve: (
    given: InputShapeFromFields<Fields>,
    context: RequestContext,
  ) => MaybePromise<ShapeFromTypeParam<Types, Type, Nullable>>;
}

/** Adds a query. Its resolver gets the arguments and the request's context. */
export function addQuery<
  const Type extends TypeParam<Types>,
  Args extends InputFieldMap = Record<never, never>,
  const Nullable extends FieldNullability<Type> = false,
>(
  name: string,
  {
    args,
    resolve,
    ...options
  }: { args?: (t: { arg: ArgBuilder<Types> }) => Args } & Operation<Type, Nullable, Args>,
): void {
  builder.queryField(name, (t) =>
    t.field({
      ...options,
      ...(args && { args: args(t) }),
      resolve: (_root: unknown, given: never, context: RequestContext) => resolve(given, context),
    } as never),
  );
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
  } & Operation<Type, Nullable, Fields>,
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
      resolve: (_root: unknown, args: { input: never }, context: RequestContext) =>
        resolve(args.input, context),
    } as never),
  );
  return Input;
}
