import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { rolldown } from "rolldown";
import { publishedPackages, writePackage } from "./build/packages.ts";
import { publishAndFollow, runFreehold, withLocalNodes } from "./local-nodes.ts";

const root = join(import.meta.dirname, "..");
const tsc = join(root, "node_modules/typescript/bin/tsc");
/** What an installation may take beside Node. */
const maxInstalledBytes = 250e6;
/** What a page may load for that, gzipped. */
const maxBrowserBytes = 25e3;

/**
 * Packs everything that can be published, installs it into a folder that has never seen this repository, and uses it there:
 * the form of each package, its imports and types, two nodes of which one follows the other.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-packages-"));
  try {
    const tarballs: string[] = [];
    for (const one of publishedPackages) {
      const content = join(folder, "content", one.name);
      await mkdir(content, { recursive: true });
      await writePackage(one, content);
      const file = npm(folder, "pack", "--silent", content).trim();
      await checkForm(one.name, content, join(folder, file));
      tarballs.push(join(folder, file));
    }
    const project = join(folder, "project");
    await install(project, tarballs);
    await importAll(project);
    await checkBrowserSize(project);
    await useNodes(project);
    print("Everything works from the tarballs.");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** What publint and "Are the types wrong?" find. These packages are ES modules alone: CommonJS gets them by `import()`. */
async function checkForm(name: string, content: string, tarball: string): Promise<void> {
  const { messages, pkg } = await publint({ pkgDir: content, strict: true });
  const faults = messages.map((message) => formatMessage(message, pkg) ?? message.code);
  const { types, ...result } = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
  const problems = "problems" in result ? result.problems : [];
  const modern = problems.filter(
    (one) => !("resolutionKind" in one) || !["node10", "node16-cjs"].includes(one.resolutionKind),
  );
  faults.push(...(types ? modern.map((one) => JSON.stringify(one)) : ["It has no types."]));
  if (faults.length > 0) throw new Error(`${name}:\n${faults.join("\n")}`);
  print(`${name}: clean by publint and attw.`);
}

async function install(project: string, tarballs: readonly string[]): Promise<void> {
  await mkdir(project);
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const started = performance.now();
  npm(
    project,
    "install",
    "--ignore-scripts",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--silent",
    ...tarballs,
  );
  const seconds = (performance.now() - started) / 1000;
  const bytes = sizeOf(join(project, "node_modules"));
  print(`Installed in ${seconds.toFixed(0)} s, ${(bytes / 1e6).toFixed(0)} MB.`);
  if (bytes > maxInstalledBytes) throw new Error("The installation is too large.");
}

/** Bytes on the disk, which counts blocks of 512. */
function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.reduce((sum, file) => sum + lstatSync(join(folder, file)).blocks * 512, 0);
}

/** Imports each export of each package in Node, and has TypeScript check their types, with those that they name. */
async function importAll(project: string): Promise<void> {
  const names = publishedPackages.map(({ name }) => name);
  const imports = names.map((name, at) => `import * as package${at} from "${name}";`);
  const uses = names.map((_, at) => `package${at}`).join(", ");
  const program = `${imports.join("\n")}\nfor (const one of [${uses}]) if (Object.keys(one).length === 0) throw new Error();\n`;
  await writeFile(join(project, "program.mjs"), program);
  execFileSync(process.execPath, ["program.mjs"], { cwd: project, stdio: "inherit" });
  await writeFile(join(project, "program.ts"), program);
  const { version: tada } = JSON.parse(
    await readFile(join(root, "node_modules/gql.tada/package.json"), "utf8"),
  );
  npm(project, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", `gql.tada@${tada}`);
  const options = "--noEmit --strict --target esnext --module nodenext --lib esnext,dom --types node";
  execFileSync(process.execPath, [tsc, ...options.split(" "), "program.ts"], {
    cwd: project,
    stdio: "inherit",
  });
  const command = join(project, "node_modules/.bin/freehold-conformance");
  const version = execFileSync(command, ["--version"], { encoding: "utf8" }).trim();
  print(`Imported with types: ${names.join(", ")}; the command of ${version} runs.`);
}

/** What a page loads that reads another node, and checks the bytes of a post and who signed it. */
async function checkBrowserSize(project: string): Promise<void> {
  const entry = join(project, "page.js");
  await writeFile(
    entry,
    `export { contentHash, EwpClient, recoverPublicKey, verifyProof } from "@freehold/protocol";`,
  );
  await using bundle = await rolldown({ input: entry, platform: "browser", cwd: project });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  const bytes = output.reduce((sum, one) => sum + (one.type === "chunk" ? gzipSync(one.code).length : 0), 0);
  print(`To read a node and check a post in a browser: ${(bytes / 1000).toFixed(1)} kB.`);
  if (bytes > maxBrowserBytes) throw new Error("It is too large.");
}

/** Two nodes of the package: one follows the other and gets its post. Then the examples of two packages are run. */
async function useNodes(project: string): Promise<void> {
  const work: Parameters<typeof withLocalNodes>[1] = async ([ada, ben], folder) => {
    if (!ada || !ben) throw new Error("This takes two nodes.");
    await publishAndFollow(ada, ben, folder);
    print("A node of the package published a post, and another one has it.");
    const made = await runFreehold(
      ada,
      ...["token", "create", "--label", "try", "--scope", "create:publications", "--json"],
    );
    const { token: FREEHOLD_TOKEN } = JSON.parse(made) as { readonly token: string };
    const environment = {
      ...process.env,
      NODE_EXTRA_CA_CERTS: ada.environment.FREEHOLD_PEER_CA,
      FREEHOLD_TOKEN,
    };
    const read = await runExample("@freehold/protocol", project, environment, ada.url);
    if (!/isSigned: true,\s+isTheirs: true/.test(read)) throw new Error(`The example reads: ${read}`);
    const listed = await runExample("@freehold/client", project, environment, ada.url);
    if (!/\/slug\/hello-program\nHello.*\nHello/.test(listed))
      throw new Error(`The example lists: ${listed}`);
    const started = await runExample("freehold", project, process.env);
    if (!started.includes("listens on http://")) throw new Error(`The example starts: ${started}`);
    print("The examples of the READMEs work.");
  };
  await withLocalNodes(["Ada", "Ben"], work, {
    command: join(project, "node_modules/freehold/bin/freehold.js"),
  });
}

/** Runs the first program in a package's README. @returns what it prints */
async function runExample(name: string, project: string, env: NodeJS.ProcessEnv, url = ""): Promise<string> {
  const page = await readFile(join(project, "node_modules", name, "README.md"), "utf8");
  const [, program = ""] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  await writeFile(join(project, "example.mjs"), program.replaceAll("https://me.example", url));
  return execFileSync(process.execPath, ["example.mjs"], { cwd: project, env, encoding: "utf8" });
}

await main();
