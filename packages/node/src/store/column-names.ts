import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  type OperationNode,
  ReferenceNode,
  type SelectionNode,
} from "kysely";

/*
 * Columns are snake_case in the database, and camelCase in queries and records. The names are translated when a query is
 * compiled, and the database returns rows with the names of the records: a row costs no time. `select *` and SQL that is
 * written as text are not translated.
 */

/** Declares a column of a table. Only its type is used. */
export function column<T>(): T {
  return undefined as T;
}

/** The names of a table's columns, for a `select`. */
export function columnsOf<T extends object, Except extends keyof T = never>(table: T, ...except: Except[]) {
  return Object.keys(table).filter((name) => !except.includes(name as Except)) as Exclude<
    keyof T & string,
    Except
  >[];
}

const columns = new Map<string, string>();

/** The column of a record's field: `created_at` of `createdAt`. Any other identifier stays as it is. */
export function columnOf(field: string): string {
  let column = columns.get(field);
  if (column === undefined) {
    const isField = /^[a-z][a-zA-Z0-9]*$/.test(field);
    column = isField ? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : field;
    columns.set(field, column);
  }
  return column;
}

/**
 * What is selected, and the field that it is in the result. Null for a selection that needs no other name, and inside a
 * subquery, which is not seen from outside.
 *
 * @param stack the nodes from the query down to `selection`
 */
export function resultOf(
  { selection }: SelectionNode,
  stack: readonly OperationNode[],
): { value: OperationNode; field: string } | null {
  const isResult = stack.length === 2 || (stack.length === 3 && stack[1]?.kind === "ReturningNode");
  if (!isResult) return null;
  if (AliasNode.is(selection)) {
    const { node: value, alias } = selection;
    return IdentifierNode.is(alias) ? translated(value, alias.name) : null;
  }
  const column = ReferenceNode.is(selection) ? selection.column : selection;
  if (ColumnNode.is(column)) return translated(selection, column.column.name);
  throw new Error("Name the columns: those of `select *` are not translated.");
}

function translated(value: OperationNode, field: string) {
  return columnOf(field) === field ? null : { value, field };
}
