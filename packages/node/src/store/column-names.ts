import {
  AliasNode,
  ColumnNode,
  type DefaultQueryCompiler,
  IdentifierNode,
  type OperationNode,
  type QueryCompiler,
  ReferenceNode,
  type SelectionNode,
} from "kysely";

/*
 * Columns are snake_case in the database, and camelCase in queries and records. The names are translated when a query is
 * compiled, and the database returns rows with the names of the records: a row costs no time. `select *` and SQL that is
 * written as text are not translated.
 */

const columns = new Map<string, string>();

/** The column of a record's field: `created_at` of `createdAt`. Any other identifier stays as it is. */
function columnOf(field: string): string {
  let column = columns.get(field);
  if (column === undefined) {
    const isField = /^[a-z][a-zA-Z0-9]*$/.test(field);
    column = isField ? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : field;
    columns.set(field, column);
  }
  return column;
}

/** A query compiler that translates the names. Write `select` without `*`: its columns can't be translated. */
export function withColumnNames(Compiler: new () => DefaultQueryCompiler): new () => QueryCompiler {
  return class extends Compiler {
    protected override sanitizeIdentifier(identifier: string): string {
      return super.sanitizeIdentifier(columnOf(identifier));
    }

    protected override visitSelection(selection: SelectionNode): void {
      const result = isResult(this.nodeStack) ? resultOf(selection) : null;
      if (result === null || columnOf(result.field) === result.field) super.visitSelection(selection);
      else {
        this.visitNode(result.value);
        this.append(` as "${result.field}"`);
      }
    }
  };
}

/** False inside a subquery, whose names are not seen from outside. */
function isResult(stack: readonly OperationNode[]): boolean {
  return stack.length === 2 || (stack.length === 3 && stack[1]?.kind === "ReturningNode");
}

/** The selected expression and its field in the result; null for an expression without a plain name. */
function resultOf({ selection }: SelectionNode): { value: OperationNode; field: string } | null {
  if (AliasNode.is(selection)) {
    const { node: value, alias } = selection;
    return IdentifierNode.is(alias) ? { value, field: alias.name } : null;
  }
  const column = ReferenceNode.is(selection) ? selection.column : selection;
  if (ColumnNode.is(column)) return { value: selection, field: column.column.name };
  throw new Error("Name the columns: those of `select *` are not translated.");
}
