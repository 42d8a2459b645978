import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  validate,
} from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import { LRUCache } from "lru-cache";
import { checkCost } from "./cost.ts";
import { chooseOperation, type DocumentInfo, readDocument } from "./document.ts";
import { withEnumNames } from "./enum-case.ts";
import { liftTexts } from "./lift-texts.ts";
import { limits } from "./limits.ts";
import type { RequestContext } from "./request-context.ts";

const cachedDocuments = 128; // checked and compiled documents in memory

/** A document that may be called again: it is read, validated and compiled once. */
export interface PreparedDocument {
  readonly info: DocumentInfo;
  /** The errors by the schema; none for a valid document. */
  validate(): readonly GraphQLError[];
  /** Prepares a call of a valid document. @throws InvalidCall */
  call(operationName: string | null, variables: Readonly<Record<string, unknown>>): PreparedCall;
}

/** One call of an operation, which may be executed. */
export interface PreparedCall {
  /** @throws AppError TOO_COMPLEX */
  estimateCost(): number;
  execute(context: RequestContext): ExecutionResult | Promise<ExecutionResult>;
}

/** The variables of a call do not fit to its operation. */
export class InvalidCall extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super("The variables are not valid.");
    this.errors = errors;
  }
}

/** An operation of a document that was called. */
interface KnownOperation {
  calls: number;
  /** Null for an operation whose cost depends on its variables. */
  cost: number | null;
  run: ((context: RequestContext, variables: Record<string, unknown>) => Executed) | null;
}

type Executed = ExecutionResult | Promise<ExecutionResult>;
type Variables = Readonly<Record<string, unknown>>;

// Suggestions for a misspelt field would reveal fields to callers who may not introspect.
const validateOptions = { maxErrors: limits.validationErrors, hideSuggestions: true };
const variableOptions = { maxErrors: 50 };

/**
 * Prepares documents, and caches the valid ones that were called last.
 *
 * @returns a function that reads a document; it throws GraphQLError for a syntax error, and AppError for a document over a limit
 */
export function prepareDocuments(schema: GraphQLSchema): (source: string) => PreparedDocument {
  const cache = new LRUCache<string, PreparedDocument>({ max: cachedDocuments });
  return (source) => cache.get(source) ?? prepare(schema, source, (valid) => cache.set(source, valid));
}

function prepare(
  schema: GraphQLSchema,
  source: string,
  onValid: (document: PreparedDocument) => void,
): PreparedDocument {
  const { document, ...info } = readDocument(source);
  const known = new Map<string | null, KnownOperation>();
  let isValid = false;
  const prepared: PreparedDocument = {
    info,
    validate() {
      if (isValid) return [];
      const errors = validate(schema, document, undefined, validateOptions);
      isValid = errors.length === 0;
      if (isValid) onValid(prepared);
      return errors;
    },
    call(name, variables) {
      const [only = null] = info.operations.keys();
      const operationName = name ?? only;
      const operation = known.get(operationName) ?? { calls: 0, cost: null, run: null };
      known.set(operationName, operation);
      const definitions = chooseOperation(document, operationName)?.variableDefinitions ?? [];
      // The estimate reads variables as they were sent, and a compiled document ignores the default of a non-null variable.
      const sent = { ...info.operations.get(operationName), ...variables };
      const values = withEnumNames(schema, definitions, sent);
      if (definitions.length > 0) {
        const { errors } = getVariableValues(schema, definitions, values, variableOptions);
        if (errors) throw new InvalidCall(errors);
      }
      return {
        estimateCost() {
          const cost = operation.cost ?? checkCost(schema, { document, operationName, variables: values });
          if (definitions.length === 0) operation.cost = cost;
          return cost;
        },
        execute(context) {
          operation.calls += 1;
          if (operation.calls === limits.callsBeforeCompiling + 1) {
            operation.run = compile(schema, document, operationName);
          }
          if (operation.run) return operation.run(context, values);
          const call = { schema, document, operationName, variableValues: values };
          return execute({ ...call, rootValue: {}, contextValue: context });
        },
      };
    },
  };
  return prepared;
}

/** Compiles an operation; null where it has literals that must not become code. */
function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
): KnownOperation["run"] {
  const lifted = liftTexts(schema, document);
  if (lifted === null) return null;
  const compiled = compileQuery(schema, lifted.document, operationName ?? undefined);
  if (!isCompiledQuery(compiled)) return null;
  const { texts } = lifted;
  return (context, variables: Variables) => compiled.query({}, context, { ...variables, ...texts });
}
