import Fastify from "fastify";
import { GraphQLError } from "graphql";
import mercurius from "mercurius";
import { AppError, hasCode, isRefusal } from "../../errors/errors.ts";
import { checkCost } from "../../graphql/cost.ts";
import { createDocumentReader, type DocumentInfo } from "../../graphql/document.ts";
import { limits } from "../../graphql/limits.ts";
import { presentErrors, presentRefusal } from "../../graphql/present-errors.ts";
import type { RequestContext } from "../../graphql/request-context.ts";
import { schema } from "../../graphql/schema.ts";
import { limits as limiterLimits } from "../../limiter/limits.ts";
import { networkOf } from "../../limiter/network.ts";
import type { ServerContext } from "../server-context.ts";
import type { Parameters } from "./body.ts";

/** The answer to an operation. */
export interface Answer {
  /** The body of the reply: JSON. */
  readonly text: string;
  /** Whether it was not executed; then there is no `data`. */
  readonly isRefused: boolean;
  /** The estimate, and the cost of the text that an anonymous caller got; 0 for a bad document. */
  readonly cost: number;
}

/** Executes an operation. Errors of the operation itself are in the answer. */
export type Execute = (parameters: Parameters, context: RequestContext, requestId: string) => Promise<Answer>;

type Known = RequestContext & Pick<DocumentInfo, "isCompilable"> & { readonly operationName: string | null };

/** The number of requests that an operation counts as, besides its own. */
function tokensOf(cost: number): number {
  return Math.floor(cost / limiterLimits.costPerToken);
}

/**
 * Opens mercurius, which validates, compiles and executes documents, in a server of its own that never listens: so it can be
 * opened when the node's server answers already. Before it, this checks the size and depth of a document and the right to
 * introspect, and just before the execution the cost.
 */
export async function createExecute({
  log,
  metrics,
}: Pick<ServerContext, "log" | "metrics">): Promise<Execute> {
  const scope = Fastify();
  // Suggestions for a misspelt field would reveal fields to callers who may not introspect.
  const validateOptions = { maxErrors: limits.validationErrors, hideSuggestions: true };
  await scope.register(mercurius, {
    schema,
    routes: false,
    cache: limits.cachedDocuments,
    jit: limits.callsBeforeCompiling,
    graphql: {
      parseOptions: { maxTokens: limits.tokens },
      validateOptions,
    },
    // Errors are presented below, with the request that they belong to.
    errorFormatter: (execution) => ({ statusCode: 200, response: execution }),
  });
  await scope.ready();
  scope.graphql.addHook("preExecution", async (_schema, document, context, variables) => {
    const known = context as unknown as Known;
    const { operationName, isCompilable, meter } = known;
    const estimate = checkCost(schema, { document, operationName, variables: variables ?? {} });
    meter.start(estimate);
    const tokens = tokensOf(estimate);
    if (tokens > 0) known.node.limiter.requests.spend(networkOf(known.ip), tokens);
    // Mercurius does not compile a document that a hook returns.
    return isCompilable ? {} : { document };
  });
  const readDocument = createDocumentReader();

  return async ({ query, operationName, variables }, context, requestId) => {
    const { caller, meter } = context;
    try {
      const info = readDocument(query);
      const defaults = requireOperation(info, operationName);
      requireIntrospection(info, context);
      // Compiled documents are cached by their text, for one operation: so the text includes the operation's name.
      const source = info.operations.size > 1 ? `${query}\n# ${operationName}` : query;
      const known: Known = { ...context, operationName, isCompilable: info.isCompilable };
      // A compiled document ignores the default of a non-null variable.
      const values = { ...defaults, ...variables };
      const result = await scope.graphql(source, { ...known }, values, operationName ?? undefined);
      meter.check();
      const { data, errors = [] } = result;
      if (data === undefined) return end(JSON.stringify({ errors: presentRefusal(errors) }), "refused");
      // Errors first, as the specification advises.
      const text = JSON.stringify(
        errors.length === 0
          ? { data }
          : { errors: presentErrors(errors, { log, requestId, signal: context.signal }), data },
      );
      meter.checkReply(text);
      return end(text, errors.length === 0 ? "ok" : "errors");
    } catch (error) {
      const errors = errorsOf(error);
      if (errors !== null) return end(JSON.stringify({ errors: presentRefusal(errors) }), "refused");
      metrics.operations.inc({
        caller: caller.kind,
        result: hasCode(error, "RATE_LIMITED") ? "refused" : "failed",
      });
      throw error;
    }

    function end(text: string, result: "ok" | "errors" | "refused"): Answer {
      metrics.operations.inc({ caller: caller.kind, result });
      metrics.cost.observe(meter.cost);
      const tokens = tokensOf(meter.cost) - tokensOf(meter.estimate);
      if (tokens > 0) context.node.limiter.requests.charge(networkOf(context.ip), tokens);
      return { text, isRefused: result === "refused", cost: meter.cost };
    }
  };
}

/**
 * @returns the default values of the operation's variables
 * @throws AppError BAD_REQUEST where it is not clear which operation is meant
 */
function requireOperation({ operations }: DocumentInfo, name: string | null): Record<string, unknown> {
  if (name === null && operations.size > 1) {
    throw new AppError("BAD_REQUEST", "`operationName` must say which of the operations is meant.");
  }
  const defaults = name === null ? [...operations.values()][0] : operations.get(name);
  // Validation refuses a document without any operation.
  if (defaults || operations.size === 0) return { ...defaults };
  throw new AppError("BAD_REQUEST", "There is no operation of that name in the document.");
}

/** @throws AppError FORBIDDEN for all but the owner, unless only names of types are asked for */
function requireIntrospection({ introspection }: DocumentInfo, { caller }: RequestContext): void {
  if (introspection !== "any" || caller.kind === "client") return;
  throw new AppError(
    "FORBIDDEN",
    "Only the owner may ask about the schema. It is in packages/node/schema.graphql of the sources.",
  );
}

/** The errors of a document or its variables; null for a failure of this node. */
function errorsOf(error: unknown): readonly Error[] | null {
  if (error instanceof GraphQLError || (isRefusal(error) && !error.retry)) return [error];
  const isInvalid = error instanceof Error && "code" in error && error.code === "MER_ERR_GQL_VALIDATION";
  const errors = isInvalid && "errors" in error ? error.errors : null;
  return Array.isArray(errors) ? errors : null;
}
