/** A field that takes arguments. It exists as a type only. */
export interface Field<Args, Value> {
  readonly __args: Args;
  readonly __value: Value;
}

/** The field of every object of the schema. */
interface ObjectType {
  readonly __typename: string;
}

type ArgsOf<F> = F extends Field<infer Args, unknown> ? Args : never;
type ValueOf<F> = F extends Field<unknown, infer Value> ? Value : F;

/** The type inside lists, and without null. */
type Inner<Value> = Value extends readonly (infer Item)[] ? Inner<Item> : NonNullable<Value>;

/**
 * The fields of an object that are asked for: `true` for a value, a selection for an object. Arguments of a field are in
 * `__args` beside what is asked of it.
 */
export type Selection<T> = { readonly [K in keyof T]?: FieldSelection<T[K]> };

/** The selection for a field. */
export type FieldSelection<F> =
  F extends Field<infer Args, infer Value> ? SelectionInside<Value> & WithArgs<Args> : SelectionInside<F>;

type SelectionInside<Value> = [Inner<Value>] extends [ObjectType] ? Selection<Inner<Value>> : Leaf;

/** A value without fields. With arguments it is asked for as `{ __args }`. */
type Leaf = true | object;

type WithArgs<Args> = object extends Args ? { readonly __args?: Args } : { readonly __args: Args };

/** Refuses what a selection asks for and the schema does not have. */
export type Exact<T, S> = {
  readonly [K in keyof S]: K extends keyof T ? ExactField<T[K], S[K]> : never;
};

/** The same for what is asked inside a field. */
export type ExactField<F, S> = S extends object
  ? { readonly [K in keyof S]: K extends "__args" ? ExactArgs<ArgsOf<F>, S[K]> : ExactInside<F, K, S[K]> }
  : S;

type ExactArgs<Args, S> = Args & { readonly [K in Exclude<keyof S, keyof Args>]: never };

type ExactInside<F, K, S> = K extends keyof Inner<ValueOf<F>> ? ExactField<Inner<ValueOf<F>>[K], S> : never;

/** The answer to a selection. */
export type Result<T, S> = {
  readonly [K in keyof S & keyof T]: ResultOf<ValueOf<T[K]>, S[K]>;
};

type ResultOf<Value, S> = Value extends null
  ? null
  : Value extends readonly (infer Item)[]
    ? readonly ResultOf<Item, S>[]
    : Value extends ObjectType
      ? Result<Value, S>
      : Value;
