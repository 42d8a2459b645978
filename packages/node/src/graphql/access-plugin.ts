import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from "@pothos/core";
import type { GraphQLFieldResolver } from "graphql";
import type { AccessRule } from "../domain/access/caller.ts";
import { requireAccess } from "../domain/access/require-access.ts";
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
 * is not built.
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
    { pothosOptions: { access } }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types["Context"], object> {
    if (access === undefined || access === "public") return resolve;
    return (parent, args, context, info) => {
      requireAccess((context as RequestContext).caller, access);
      return resolve(parent, args, context, info);
    };
  }
}

SchemaBuilder.registerPlugin("access", AccessPlugin);
