import "../packages/node/test/support/load-modules.ts";
import type { AccessRule } from "../packages/node/src/domain/access/callers.ts";
import { limits } from "../packages/node/src/graphql/limits.ts";
import { listOperations, type Operation } from "../packages/node/src/graphql/schema.ts";

/** Every operation with who may call it, and the limits of one: Markdown tables for the docs. */
export function renderOperations(): string {
  const operations = listOperations();
  const of = (kind: Operation["kind"]) => operations.filter((operation) => operation.kind === kind);
  return [
    "## Queries",
    table(of("query")),
    "## Mutations",
    table(of("mutation")),
    "## Fields with their own access rule",
    table(of("field")),
    "## Limits of an operation",
    renderLimits(),
  ].join("\n\n");
}

function table(operations: readonly Operation[]): string {
  const rows = operations.map(
    ({ name, access, description }) => `| \`${name}\` | ${formatAccess(access)} | ${oneLine(description)} |`,
  );
  return ["| name | who | what |", "|---|---|---|", ...rows].join("\n");
}

function formatAccess(access: AccessRule): string {
  if (access === "public") return "anybody";
  return access === "owner" ? "the owner" : `\`${access}\``;
}

function oneLine(text: string): string {
  return text.replaceAll("\n", " ").replaceAll("|", "\\|");
}

function renderLimits(): string {
  const rows: ReadonlyArray<readonly [string, number]> = [
    ["characters of a document", limits.documentLength],
    ["tokens of a document", limits.tokens],
    ["depth of fields", limits.depth],
    ["aliases", limits.aliases],
    ["operations in a document, of which one runs", limits.operations],
    ["operations in a request", 1],
    ["cost of an operation", limits.cost],
  ];
  return ["| limit | value |", "|---|---|", ...rows.map(([what, most]) => `| ${what} | ${most} |`)].join(
    "\n",
  );
}
