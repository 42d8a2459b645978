import { AppError } from "../../errors.ts";
import { checkJsonShape } from "../check-json-shape.ts";
import { limits } from "../limits.ts";

/** What a request asks to be carried out (GraphQL over HTTP, "Request Parameters"). */
export interface Parameters {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Reads the body of a JSON request.
 *
 * @throws AppError BAD_REQUEST
 */
export function parseParameters(bytes: Uint8Array): Parameters {
  return readParameters(parseJson(bytes));
}

/** @throws AppError BAD_REQUEST for what is no request, and for several in one */
export function readParameters(body: unknown): Parameters {
  if (Array.isArray(body)) throw bad("One operation comes in one request: there are no batches here.");
  if (!isMap(body)) throw bad("The body must be a JSON object.");
  const { query, operationName = null, variables = null, extensions = null } = body;
  if (typeof query !== "string") throw bad("`query` must be a text.");
  if (operationName !== null && typeof operationName !== "string")
    throw bad("`operationName` must be a text.");
  if (variables !== null && !isMap(variables)) throw bad("`variables` must be an object.");
  if (extensions !== null && !isMap(extensions)) throw bad("`extensions` must be an object.");
  return { query, operationName: operationName || null, variables: variables ?? {} };
}

/** @throws AppError BAD_REQUEST for what is no JSON, or more of it than is taken */
export function parseJson(bytes: Uint8Array): unknown {
  const problem = checkJsonShape(bytes, limits.jsonValues);
  if (problem !== null) throw bad(problem);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw bad("The body is not JSON in UTF-8.");
  }
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function bad(sentence: string): AppError {
  return new AppError("BAD_REQUEST", sentence);
}
