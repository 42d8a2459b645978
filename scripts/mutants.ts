import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

const usage =
  "npm run mutants -- FOLDER|FILE [MORE TESTS …], for example: packages/node/src/modules/newsletter";
/** Stryker is installed when it is asked for first: it brings two hundred packages. */
const version = "10.1.1";
const root = join(import.meta.dirname, "..");
const installed = join(root, "node_modules/.cache/mutants");
/** Node reads no TypeScript below `node_modules`. */
const folder = join(root, ".mutants");
/** Tests, and files of facts: other checks hold the schema, the tables, the migrations and the lists of limits. */
const notMutated = ["**/*.test.ts", "**/{graphql,*-graphql,tables,migrations,index,limits}.ts"];
/** A changed sentence or table of facts is no fault of a rule. */
const excludedMutations = ["StringLiteral", "ObjectLiteral", "ArrayDeclaration"];
/** The part of the mutants, in percent, that tests must notice. */
const leastKilled = 95;

/**
 * Changes single lines of sources and runs the tests beside them for each change: a mutant that is alive is a line that no test
 * notices. Prints those that are alive, and fails where they are more than one in twenty.
 */
async function main(): Promise<void> {
  const [target, ...more] = process.argv.slice(2);
  if (target === undefined || !existsSync(join(root, target))) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 2;
    return;
  }
  const isFile = /\.tsx?$/.test(target);
  const sources = isFile ? [target] : globSync(`${target}/**/*.ts`, { cwd: root, exclude: notMutated });
  const tests = [`${isFile ? dirname(target) : target}/**/*.test.ts`, ...more];
  await install();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  try {
    await writeFile(join(folder, "vitest.config.ts"), vitestConfig(tests));
    await writeFile(join(folder, "stryker.json"), JSON.stringify(strykerConfig(sources)));
    const program = join(installed, "node_modules/@stryker-mutator/core/bin/stryker.js");
    process.exitCode = await run(process.execPath, [program, "run", join(folder, "stryker.json")]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function strykerConfig(mutate: readonly string[]): object {
  return {
    mutate,
    mutator: { excludedMutations },
    testRunner: "vitest",
    plugins: [join(installed, "node_modules/@stryker-mutator/vitest-runner/dist/src/index.js")],
    vitest: { configFile: `${basename(folder)}/vitest.config.ts`, related: false },
    reporters: ["clear-text"],
    clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
    thresholds: { high: 100, low: leastKilled, break: leastKilled },
    concurrency: 2,
    timeoutMS: 20_000,
    // Node strips the types itself.
    disableTypeChecks: false,
    tempDirName: `${basename(folder)}/sandboxes`,
    ignorePatterns: ["bench", "/packages/web/dist"],
  };
}

function vitestConfig(include: readonly string[]): string {
  const test = {
    globalSetup: ["packages/node/test/support/lazy-postgres.ts"],
    setupFiles: ["packages/node/test/support/load-modules.ts"],
    include,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  };
  return `export default { test: ${JSON.stringify(test)} };\n`;
}

async function install(): Promise<void> {
  const wanted = ["core", "vitest-runner"].map((name) => `@stryker-mutator/${name}@${version}`);
  if (existsSync(join(installed, version))) return;
  await mkdir(installed, { recursive: true });
  await writeFile(join(installed, "package.json"), '{ "private": true }\n');
  // Vitest is found in the folder above.
  const options = ["--save-exact", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"];
  if ((await run("npm", ["install", "--prefix", installed, ...options, ...wanted])) !== 0)
    throw new Error("Stryker can't be installed.");
  await writeFile(join(installed, version), "");
}

async function run(command: string, args: readonly string[]): Promise<number> {
  const [code] = await once(spawn(command, args, { cwd: root, stdio: "inherit" }), "close");
  return code ?? 1;
}

await main();
