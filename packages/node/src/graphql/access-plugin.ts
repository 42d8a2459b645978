import { valueAt } from "@freehold/protocol/internal";
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from "@pothos/core";
import type { GraphQLFieldResolver } from "graphql";
import type { AccessRule } from "../domain/access/callers.ts";
import { requireAccess } from "../domain/access/callers.ts";
import type { RequestContext } from "./request-context.ts";

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      access: AccessPlugin<Types>;
    }
    interface FieldOptions {
      /** The rule of access to this field. Required for operations, optional for fields of objects. */
      access?: AccessRule;
      /** The cost of this field without the fields below it; see `checkCost`. */
      cost?: number;
      /** Whether a field of an object is null for a caller without access alone. Operations say it by `nullable`. */
      nullsAreErrors?: boolean;
      /** The bytes of text that are read for this field, charged before; null where unknown, then the result is charged. */
      bytes?: (parent: never) => number | null;
    }
    interface QueryFieldOptions<Types, Type, Nullable, Args, ResolveReturnShape> {
      access: AccessRule;
    }
    interface MutationFieldOptions<Types, Type, Nullable, Args, ResolveReturnShape> {
      access: AccessRule;
    }
  }
}

/**
 * Checks the access rule of a field before the field is resolved; an operation without a rule fails at build time. For an
 * anonymous caller it charges text and loads lists one after another; over the limit no more fields are resolved.
 */
class AccessPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { access, cost, nullsAreErrors = false } = config.pothosOptions;
    const isOperation = config.kind !== "Object" && config.kind !== "Interface";
    if (access === undefined && isOperation) {
      throw new Error(`The operation ${config.name} has no access rule.`);
    }
    const extensions = { ...config.extensions, access, cost, nullsAreErrors };
    if (!isOperation) return { ...config, extensions };
    // Nullable, so that a failed operation does not fail the others of the same request.
    return {
      ...config,
      extensions: { ...extensions, nullsAreErrors: !config.type.nullable },
      type: { ...config.type, nullable: true },
    };
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types["Context"], object>,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types["Context"], object> {
    const { access = "public", bytes } = config.pothosOptions;
    const isText = holdsText(config.type);
    const isPaged = "first" in config.args;
    const isAtHand = config.extensions?.pothosExposedField !== undefined;
    if (isAtHand && access === "public") {
      if (!isText) return resolve;
      return (parent, args, context, info) => {
        const { meter } = context as RequestContext;
        const text = resolve(parent, args, context, info);
        return meter.countsBytes ? meter.chargeText(text) : text;
      };
    }
    return (parent, args, context, info) => {
      const { caller, meter } = context as RequestContext;
      requireAccess(caller, access);
      const run = () => resolve(parent, args, context, info);
      if (!meter.countsBytes) return run();
      meter.check();
      const known = bytes?.(parent as never) ?? null;
      if (known !== null) {
        meter.charge(known);
        return run();
      }
      if (isPaged) return meter.inTurn(run);
      const value = run();
      if (!isText) return value;
      return value instanceof Promise
        ? value.then((text) => meter.chargeText(text))
        : meter.chargeText(value);
    };
  }
}

const texts: ReadonlySet<unknown> = new Set(["String", "JSON"]);

/** Whether a field gives text of any length; the values of other scalars are short. */
function holdsText<Types extends SchemaTypes>(type: PothosOutputFieldConfig<Types>["type"]): boolean {
  if (type.kind === "List") return holdsText(type.type);
  return type.kind === "Scalar" && texts.has(valueAt(type.ref, "name"));
}

SchemaBuilder.registerPlugin("access", AccessPlugin);
