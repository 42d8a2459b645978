import type { FastifyInstance } from "fastify";
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from "graphql";
import mercurius from "mercurius";
import { AppError, hasCode, isRefusal } from "../../errors/errors.ts";
import { checkCost } from "../../graphql/cost.ts";
import { createDocumentReader, type DocumentInfo } from "../../graphql/document.ts";
import { limits } from "../../graphql/limits.ts";
import { type ErrorLog, presentErrors, presentRefusal } from "../../graphql/present-errors.ts";
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
  /** Whether it was not carried out; then there is no `data`. */
  readonly isRefused: boolean;
  /** What it cost in the end: what was estimated, and the bytes of text that an anonymous caller was given; 0 for a bad document. */
  readonly cost: number;
}

/** Carries out an operation. It does not throw for anything that is wrong with the operation. */
export type Execute = (parameters: Parameters, context: RequestContext, requestId: string) => Promise<Answer>;

/** A field that was misspelt is not answered with the names of others: who may not ask for them might guess them so. */
const validateOptions = { maxErrors: limits.validationErrors, hideSuggestions: true };

type Known = RequestContext & Pick<DocumentInfo, "isCompilable"> & { readonly operationName: string | null };

/** How many requests an operation counts as, besides the one that brought it. */
function tokensOf(cost: number): number {
  return Math.floor(cost / limiterLimits.costPerToken);
}

/**
 * Puts mercurius to work, which validates, compiles and runs. What it leaves open comes before it: how long and deep a
 * document may be, and who may ask about the schema; and what an operation may cost, just before it runs.
 */
export async function createExecute(
  scope: FastifyInstance,
  { log, metrics }: Pick<ServerContext, "log" | "metrics">,
): Promise<Execute> {
  await scope.register(mercurius, {
    schema,
    routes: false,
    cache: limits.keptDocuments,
    jit: limits.callsBeforeCompiling,
    graphql: {
      parseOptions: { maxTokens: limits.tokens },
      validateOptions,
    },
    // Errors are presented below, with the request that they belong to.
    errorFormatter: (execution) => ({ statusCode: 200, response: execution }),
  });
  scope.graphql.addHook("preExecution", async (_schema, document, context, variables) => {
    const known = context as unknown as Known;
    const { operationName, isCompilable, meter } = known;
    const estimate = checkCost(schema, { document, operationName, variables: variables ?? {} });
    meter.start(estimate);
    const tokens = tokensOf(estimate);
    if (tokens > 0) known.node.limiter.requests.spend(networkOf(known.ip), tokens);
    // A document that a hook puts in place of the one that was sent is not compiled.
    return isCompilable ? {} : { document };
  });
  const readDocument = createDocumentReader();

  return async ({ query, operationName, variables }, context, requestId) => {
    const { caller, meter } = context;
    try {
      const facts = readDocument(query);
      const defaults = requireOperation(facts, operationName);
      requireIntrospection(facts, context);
      const source = nameSource(query, facts, operationName);
      const known: Known = { ...context, operationName, isCompilable: facts.isCompilable };
      // A compiled document does not know the default of a variable that must not be null.
      const values = { ...defaults, ...variables };
      const result = await scope.graphql(source, { ...known }, values, operationName ?? undefined);
      meter.check();
      const reply = toReply(result, { log, requestId, signal: context.signal });
      const text = JSON.stringify(reply);
      meter.checkReply(text);
      return end(text, resultOf(reply));
    } catch (error) {
      const errors = errorsOf(error);
      if (errors !== null) return end(JSON.stringify({ errors: presentRefusal(errors) }), "refused");
      metrics.operations.inc({
        caller: caller.kind,
        result: hasCode(error, "RATE_LIMITED") ? "refused" : "failed",
      });
      throw error;
    }

    function end(text: string, result: Result): Answer {
      metrics.operations.inc({ caller: caller.kind, result });
      metrics.cost.observe(meter.cost);
      const tokens = tokensOf(meter.cost) - tokensOf(meter.estimate);
      if (tokens > 0) context.node.limiter.requests.charge(networkOf(context.ip), tokens);
      return { text, isRefused: result === "refused", cost: meter.cost };
    }
  };
}

type Result = "ok" | "errors" | "refused";

function resultOf({ data, errors }: Reply): Result {
  if (data === undefined) return "refused";
  return errors === undefined ? "ok" : "errors";
}

/** Errors first, as the specification advises. Without `data` the operation was not carried out. */
interface Reply {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: unknown;
}

function toReply({ data, errors = [] }: ExecutionResult, confidant: ErrorLog): Reply {
  if (errors.length === 0) return { data };
  return data === undefined
    ? { errors: presentRefusal(errors) }
    : { errors: presentErrors(errors, confidant), data };
}

/**
 * @returns the values of the operation's variables that have one by default
 * @throws AppError BAD_REQUEST where it is not clear which operation is meant
 */
function requireOperation({ operations }: DocumentInfo, name: string | null): Record<string, unknown> {
  if (name === null && operations.size > 1) {
    throw new AppError("BAD_REQUEST", "`operationName` must say which of the operations is meant.");
  }
  const defaults = name === null ? [...operations.values()][0] : operations.get(name);
  // A document without any operation is told so when it is validated.
  if (defaults || operations.size === 0) return { ...defaults };
  throw new AppError("BAD_REQUEST", "There is no operation of that name in the document.");
}

/** @throws AppError FORBIDDEN for anybody but the owner who asks for more than what a type is called */
function requireIntrospection({ introspection }: DocumentInfo, { caller }: RequestContext): void {
  if (introspection !== "any" || caller.kind === "client") return;
  throw new AppError(
    "FORBIDDEN",
    "Only the owner may ask about the schema. It is in packages/node/schema.graphql of the sources.",
  );
}

/**
 * A document is compiled for one of its operations and kept by its text alone; so the name of the operation is part of the
 * text where there are several.
 */
function nameSource(query: string, { operations }: DocumentInfo, name: string | null): string {
  return operations.size > 1 ? `${query}\n# ${name}` : query;
}

/** What is wrong with a document or its variables; null for what is wrong with this node. */
function errorsOf(error: unknown): readonly Error[] | null {
  if (error instanceof GraphQLError || (isRefusal(error) && !error.retry)) return [error];
  const isInvalid = error instanceof Error && "code" in error && error.code === "MER_ERR_GQL_VALIDATION";
  const errors = isInvalid && "errors" in error ? error.errors : null;
  return Array.isArray(errors) ? errors : null;
}
