import { parse, print } from "graphql";
import { jsonHeaders } from "../../../first-reads.ts";
import { fetchFromNode } from "../../../graphql.ts";

/** What the node answered. */
export interface Outcome {
  readonly status: number;
  /** JSON with indents; what came where it was no JSON. */
  readonly text: string;
  readonly bytes: number;
}

/** The variables are no JSON object. */
export class WrongVariables extends Error {}

/**
 * Runs the operation at the cursor, with the owner's session.
 *
 * @param variables JSON of an object, or nothing
 * @throws WrongVariables; ApiError OFFLINE; what `signal` was aborted with
 */
export async function runOperation(
  { text, cursor, variables }: { text: string; cursor: number; variables: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const operationName = operationAt(text, cursor);
  const body = JSON.stringify({ query: text, variables: readVariables(variables), operationName });
  const response = await fetchFromNode("/api/graphql", {
    method: "POST",
    headers: { ...jsonHeaders, accept: "application/json" },
    body,
    signal,
  });
  const answer = await response.text();
  return { status: response.status, text: indent(answer), bytes: new Blob([answer]).size };
}

/** The name of the operation at a position, where a document has several; the first one between them. */
export function operationAt(text: string, position: number): string | null {
  try {
    const operations = parse(text).definitions.filter(({ kind }) => kind === "OperationDefinition");
    const isAt = ({ loc }: (typeof operations)[number]) =>
      loc && position >= loc.start && position <= loc.end;
    const chosen = operations.find(isAt) ?? operations[0];
    return operations.length > 1 && chosen && "name" in chosen ? (chosen.name?.value ?? null) : null;
  } catch {
    // The node says what is wrong with it.
    return null;
  }
}

/** A document with even indents and line ends; itself where it can't be parsed. */
export function formatDocument(text: string): string {
  try {
    return print(parse(text));
  } catch {
    return text;
  }
}

/** @throws WrongVariables */
export function readVariables(text: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new WrongVariables();
  return value as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function indent(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}
