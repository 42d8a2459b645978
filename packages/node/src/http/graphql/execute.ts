import { GraphQLError } from "graphql";
import { AppError, hasCode, isRefusal, toAppError } from "../../errors/errors.ts";
import type { DocumentInfo } from "../../graphql/document.ts";
import { InvalidCall, prepareDocuments } from "../../graphql/prepared-documents.ts";
import { presentErrors, presentRefusal } from "../../graphql/present-errors.ts";
import type { RequestContext } from "../../graphql/request-context.ts";
import { schema } from "../../graphql/schema.ts";
import { networkOf } from "../../limiter/network.ts";
import type { ServerContext } from "../server-context.ts";
import { translateFor } from "../site/refusals.ts";
import type { Parameters } from "./body.ts";

const costPerToken = 100; // cost of a GraphQL operation that counts as one request

/** The answer to an operation. */
export interface Answer {
  /** The body of the reply: JSON. */
  readonly text: string;
  /** Whether it was not executed; then there is no `data`. */
  readonly isRefused: boolean;
  /** Whether a program selected only one field, and its token does not allow it: nothing was done. */
  readonly isForbidden: boolean;
  /** The reason why nothing was done and a later try may succeed; null where something was done, or where it would fail again. */
  readonly shortage: AppError | null;
  /** The estimate, and the cost of the text that an anonymous caller got; 0 for a bad document. */
  readonly cost: number;
  /** Whether it holds what its publishers published, and nothing that only the owner knows. */
  readonly isPublished: boolean;
}

/** Executes an operation. Errors of the operation itself are in the answer. */
export type Execute = (parameters: Parameters, context: RequestContext, requestId: string) => Promise<Answer>;

/** The number of requests that an operation counts as, besides its own. */
function tokensOf(cost: number): number {
  return Math.floor(cost / costPerToken);
}

/**
 * Makes what executes operations. Before it executes one, it checks the size and depth of the document, the right to
 * introspect, whether the document is valid, its variables, and its cost.
 */
export function createExecute({ log, metrics }: Pick<ServerContext, "log" | "metrics">): Execute {
  const prepare = prepareDocuments(schema);

  return async ({ query, operationName, variables }, context, requestId) => {
    const { caller, meter } = context;
    try {
      const document = prepare(query);
      requireOperation(document.info, operationName);
      requireIntrospection(document.info, context);
      const invalid = document.validate();
      if (invalid.length > 0) return end(JSON.stringify({ errors: presentRefusal(invalid) }), "refused");
      const call = document.call(operationName, variables);
      const estimate = call.estimateCost();
      meter.start(estimate);
      const spent = tokensOf(estimate);
      if (spent > 0) context.node.limiter.requests.spend(networkOf(context.ip), spent);
      const result = await call.execute(context);
      meter.check();
      const { data, errors = [] } = result;
      if (data === undefined) return end(JSON.stringify({ errors: presentRefusal(errors) }), "refused");
      // Errors first, as the specification advises.
      const text = JSON.stringify(
        errors.length === 0
          ? { data }
          : {
              errors: presentErrors(errors, {
                log,
                requestId,
                signal: context.signal,
                translate: translateFor(context.language),
              }),
              data,
            },
      );
      meter.checkReply(text);
      const isPublished = document.info.isTimeline && errors.length === 0;
      const isForbidden =
        caller.kind === "integration" &&
        errors.length > 0 &&
        document.info.isSingle &&
        errors.every(isForbiddenField);
      const answer = end(text, errors.length === 0 ? "ok" : "errors");
      return { ...answer, isPublished, isForbidden, shortage: shortageOf(data, errors) };
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
      const isRefused = result === "refused";
      const none = { isForbidden: false, shortage: null, isPublished: false };
      return { text, isRefused, cost: meter.cost, ...none };
    }
  };
}

/** Whether a field at the top was refused. */
function isForbiddenField({ path, originalError }: GraphQLError): boolean {
  return path?.length === 1 && hasCode(originalError, "FORBIDDEN");
}

/** The resource that the machine lacked, if that is the only reason for an answer without data. */
function shortageOf(
  data: Readonly<Record<string, unknown>> | null,
  errors: readonly GraphQLError[],
): AppError | null {
  if (errors.length === 0 || Object.values(data ?? {}).some((value) => value !== null)) return null;
  const [first = null, ...others] = errors.map(({ originalError }) => toAppError(originalError));
  const isShort = (error: AppError | null) => error?.retry === true && (error.status ?? 0) >= 500;
  return [first, ...others].every(isShort) ? first : null;
}

/** @throws AppError BAD_REQUEST where it is not clear which operation is meant */
function requireOperation({ operations }: DocumentInfo, name: string | null): void {
  if (name === null && operations.size > 1) {
    throw new AppError("BAD_REQUEST", "`operationName` must say which of the operations is meant.");
  }
  // Validation refuses a document without any operation.
  if (name === null || operations.has(name) || operations.size === 0) return;
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
  if (error instanceof InvalidCall) return error.errors;
  return error instanceof GraphQLError || (isRefusal(error) && !error.retry) ? [error] : null;
}
