import "../packages/node/test/support/load-modules.ts";
import { listChecks } from "../packages/node/src/modules/diagnosis/run-diagnosis.ts";

/** Every check of a diagnosis, in its order: a Markdown list for the docs. */
export function renderChecks(): string {
  const items = listChecks().map(({ id, about, warns, fails, beforeOwner }) => {
    const sentences = [about];
    if (warns) sentences.push(`It warns when ${warns}`);
    if (fails) sentences.push(`It fails when ${fails}`);
    return `- \`${id}\`${beforeOwner ? " \\*" : ""}: ${sentences.map((sentence) => `${sentence}.`).join(" ")}`;
  });
  return [...items, "", "\\* also made for an installer, before the node has an owner"].join("\n");
}
