import "../packages/node/test/support/load-modules.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderProtocolTables } from "@freehold/protocol/internal";
import { printSdl, schema } from "../packages/node/src/graphql/schema.ts";
import { rollUpTypes } from "./build/bundle-library.ts";
import { publishedPackages, typesOf } from "./build/packages.ts";
import { renderCommands, renderCommonFlags } from "./docs/render-commands.ts";
import { renderDashboardSettings, renderEnvironmentSettings } from "./docs/render-settings.ts";
import { renderChecks } from "./render-checks.ts";
import { renderDependencies } from "./render-dependencies.ts";
import { renderLimits } from "./render-limits.ts";
import { renderOperations } from "./render-operations.ts";
import { renderReferences } from "./render-references.ts";
import { renderErrorCodes, renderSchemaTypes } from "./render-schema-types.ts";
import { renderWeaknesses } from "./render-weaknesses.ts";

/**
 * Writes everything that is made from the code's own tables; with `--check` it only says what is out of date, and
 * fails when something is.
 */
const root = join(import.meta.dirname, "..");
const check = process.argv.includes("--check");

async function main(): Promise<void> {
  await update("docs/protocol.md", (text) => replaceGenerated(text, renderProtocolTables()));
  await update("docs/dependencies.md", (text) => replaceGenerated(text, renderDependencies()));
  await update("docs/limits.md", (text) => replaceGenerated(text, renderLimits("met")));
  await update("docs/all-limits.md", (text) => replaceGenerated(text, renderLimits("rare")));
  await update("docs/commands.md", (text) =>
    replaceGenerated(replaceGenerated(text, renderCommonFlags(), "flags"), renderCommands()),
  );
  await update("docs/settings.md", (text) =>
    replaceGenerated(
      replaceGenerated(text, renderDashboardSettings(), "dashboard"),
      renderEnvironmentSettings(),
      "environment",
    ),
  );
  await update("docs/graphql.md", (text) => replaceGenerated(text, renderOperations()));
  await update("docs/weaknesses.md", (text) => replaceGenerated(text, renderWeaknesses()));
  await update("SECURITY.md", (text) => replaceGenerated(text, renderReferences(text)));
  await update("docs/troubleshooting.md", (text) => replaceGenerated(text, renderChecks(), "checks"));
  await update("packages/node/schema.graphql", printSdl);
  await update("packages/client/src/generated/schema.ts", () => renderSchemaTypes(schema));
  await update("packages/client/src/generated/error-codes.ts", renderErrorCodes);
  for (const { source } of publishedPackages) {
    const types = await rollUpTypes(source);
    await update(typesOf(source), () => types);
  }
  await runGenerator("packages/protocol/scripts/generate.ts");
}

async function update(path: string, make: (current: string) => string): Promise<void> {
  const file = join(root, path);
  const current = await readFile(file, "utf8");
  const wanted = make(current);
  if (current === wanted) return;
  process.stdout.write(check ? `${path} is out of date\n` : `wrote ${path}\n`);
  if (check) process.exitCode = 1;
  else await writeFile(file, wanted);
}

/** Puts text between the two marks of a document that have this name. */
function replaceGenerated(document: string, text: string, mark = "generated"): string {
  const [start, end] = [`<!-- ${mark} -->\n`, `<!-- /${mark} -->`];
  const [before, rest] = document.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error("The document has lost its marks.");
  return `${before}${start}\n${text.trim()}\n\n${end}${after}`;
}

async function runGenerator(script: string): Promise<void> {
  const child = spawn(process.execPath, [join(root, script), ...(check ? ["--check"] : [])], {
    stdio: "inherit",
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) process.exitCode = 1;
}

await main();
