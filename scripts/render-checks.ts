import "../packages/node/test/support/load-modules.ts";
import { listChecks } from "../packages/node/src/modules/diagnosis/run-diagnosis.ts";

/** Every check of a diagnosis, in its order: a Markdown table for the docs. */
export function renderChecks(): string {
  const rows = listChecks().map(
    ({ id, about, warns, fails, beforeOwner }) =>
      `| \`${id}\`${beforeOwner ? " *" : ""} | ${about} | ${warns ?? "–"} | ${fails ?? "–"} |`,
  );
  const head = ["| check | subject | warns when | fails when |", "|---|---|---|---|"];
  return [...head, ...rows, "", "\\* also made for an installer, before the node has an owner"].join("\n");
}
