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
      /** Who may ask for this; an operation has to say it, a field of an object may. */
      access?: AccessRule;
      /** How much it costs to ask for this, beside what lies below it; see `measureCost`. */
      cost?: number;
      /**
       * How many bytes of text are read for it, where that is known before: charged before they are read. Null where it is not
       * known; then what it gives is charged.
       *
       * @param parent of the field's type
       */
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
 * Lets a field say who may ask for it, and sees to it before the field is resolved. An operation that does not say it
 * is not built. Of what an anonymous caller asks for it charges the text, and lets lists be loaded one after another; after
 * too much of it no field is resolved any more.
 */
class AccessPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { access, cost } = config.pothosOptions;
    const isOperation = config.kind !== "Object" && config.kind !== "Interface";
    if (access === undefined && isOperation) {
      throw new Error(`The operation ${config.name} does not say who may call it.`);
    }
    const declared = { ...config, extensions: { ...config.extensions, access, cost } };
    // One that fails takes nothing with it of the others in the same request.
    return access !== undefined && isOperation
      ? { ...declared, type: { ...config.type, nullable: true } }
      : declared;
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types["Context"], object>,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types["Context"], object> {
    const { access = "public", bytes } = config.pothosOptions;
    const isText = holdsText(config.type);
    const isPaged = "first" in config.args;
    const isAtHand = config.extensions?.pothosExposedField !== undefined;
    if (isAtHand && !isText && access === "public") return resolve;
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

/** Whether a field gives text of any length; what every other scalar gives is short. */
function holdsText<Types extends SchemaTypes>(type: PothosOutputFieldConfig<Types>["type"]): boolean {
  if (type.kind === "List") return holdsText(type.type);
  return type.kind === "Scalar" && texts.has(Object(type.ref).name);
}

SchemaBuilder.registerPlugin("access", AccessPlugin);
