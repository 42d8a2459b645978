import { checks } from "../packages/node/src/domain/diagnosis/checks.ts";

/** Everything that a diagnosis looks at, in its order: a Markdown table for the docs. */
export function renderChecks(): string {
  const rows = checks.map(
    ({ id, about, warns, fails, beforeOwner }) =>
      `| \`${id}\`${beforeOwner ? " *" : ""} | ${about} | ${warns ?? "–"} | ${fails ?? "–"} |`,
  );
  const head = ["| check | what it looks at | it warns when | it fails when |", "|---|---|---|---|"];
  return [...head, ...rows, "", "\\* also for an installer, before the node has an owner"].join("\n");
}
