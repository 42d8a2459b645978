import { type DocumentNode, Kind, type OperationDefinitionNode, parse, print } from "graphql";

/** A variable that an operation declares, with its type as GraphQL writes it. */
export interface DeclaredVariable {
  readonly name: string;
  readonly type: string;
  /** Whether a value must be given. */
  readonly isRequired: boolean;
}

/** @returns null: the text is not GraphQL yet */
function parseText(text: string): DocumentNode | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

function operationsOf(text: string): OperationDefinitionNode[] {
  const definitions = parseText(text)?.definitions ?? [];
  return definitions.flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? [one] : []));
}

/**
 * The name of the operation that runs: the one at the cursor, otherwise the last one that begins before it, otherwise the first.
 *
 * @param cursor a position in the text, in UTF-16 units
 * @returns null: it has no name, or the text is not GraphQL
 */
export function nameAtCursor(text: string, cursor: number): string | null {
  const operations = operationsOf(text);
  const chosen = operations.findLast(({ loc }) => (loc?.start ?? 0) <= cursor) ?? operations[0];
  return chosen?.name?.value ?? null;
}

/** The variables that the operations of a text declare, each name once; empty where the text is not GraphQL. */
export function listVariables(text: string): DeclaredVariable[] {
  const declared = operationsOf(text).flatMap(({ variableDefinitions = [] }) => variableDefinitions);
  const byName = new Map(
    declared.map(({ variable, type, defaultValue }) => [
      variable.name.value,
      {
        name: variable.name.value,
        type: print(type),
        isRequired: type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined,
      },
    ]),
  );
  return [...byName.values()];
}

/** Reads the text of the variables' editor. An empty one is no variables. */
export function readVariables(text: string): { value: object } | { fault: "notJson" | "notAnObject" } {
  if (text.trim() === "") return { value: {} };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? { value }
      : { fault: "notAnObject" };
  } catch {
    return { fault: "notJson" };
  }
}
