import "../packages/node/test/support/load-modules.ts";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { commands } from "../packages/node/src/cli/commands.ts";
import { parseArguments } from "../packages/node/src/cli/parse-arguments.ts";

const root = join(import.meta.dirname, "..");

/** Why a block is run by nobody here, by its first words. `run-start-page.ts` runs what a first hour needs. */
const notRun: Readonly<Record<string, string>> = {
  "git clone https://github.com/freehold-ewp/freehold /opt":
    "It changes a server: users, units, files of root.",
  "systemctl ": "It needs systemd; hosting-files.test.ts compares the unit with the launcher.",
  "sudo -u freehold ": "It needs the user of a server.",
  "DOMAIN=me.example docker ": "It needs an engine; try-dockerfile.ts does what the Dockerfile says.",
  "docker ": "It needs an engine.",
  "git pull && docker ": "It needs an engine.",
  "kubectl ": "It needs a cluster; check-kubernetes.ts compares the manifests with its schemas.",
  "sha256sum --check ": "It needs a release; the script of the release tries its archive.",
  "curl --location https://github.com/freehold-ewp/freehold/releases/":
    "It needs a release; try-archive.ts unpacks one and starts it.",
  "tar --extract --file freehold": "It needs a release, and changes a server.",
  "npm install --ignore-scripts ./*.tgz": "try-packages.ts installs the tarballs and starts the node.",
  "install --directory ": "It needs the user of a server.",
  "curl https://me.example/api/graphql ": "documented-calls.test.ts sends it to a node.",
  "claude mcp add ": "It needs a program for agents; command-line-token.test.ts does what it does.",
  "key=$(printf ": "webhooks-page.test.ts runs it.",
  "SETUP_CODE_FILE=": "run-example.ts runs the script, on nodes of its own.",
};

const blocks = globSync(["*.md", "{docs,examples}/**/*.md", "packages/*/README.md"], { cwd: root })
  .filter((path) => path !== "CHANGELOG.md" && !path.startsWith("docs/reference"))
  .flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/^```(?:sh|bash|shell)\n(.*?)^```/gms)].map(
      ([, block = ""]) => ({ path, block }),
    ),
  );

const reasons = Object.keys(notRun);
const checked = blocks.filter(({ block }) => !reasons.some((start) => block.startsWith(start)));

/** @returns what is wrong with a line of a block; null if the repository has what it runs */
function findFault(line: string): string | null {
  const [command = "", ...args] = wordsOf(line.replace(/^(?:npx --no-install )?(?:[A-Z_]+=\S* )*/, ""));
  if (command === "npm") return findScriptFault(args);
  if (command === "freehold") return findCommandFault(args);
  const isKnown =
    ["freehold-conformance", "echo", "#", ""].includes(command) ||
    ["git clone https://github.com/freehold-ewp/freehold", "cd freehold"].includes(line) ||
    line.startsWith("npx vitest run ");
  return isKnown ? null : `nobody checks ${command}`;
}

function findScriptFault([first = "", second = ""]: readonly string[]): string | null {
  const name = first === "run" ? second : first;
  return name === "ci" || name in packageJson.scripts ? null : `there is no npm script ${name}`;
}

function findCommandFault([name = "", ...args]: readonly string[]): string | null {
  const command = commands.find((one) => one.name === name);
  if (!command) return name === "--help" ? null : `there is no command ${name}`;
  try {
    parseArguments(command, args);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The words of a command up to its comment; what is in quotation marks is one. */
function wordsOf(line: string): string[] {
  return [...line.replace(/\s+#.*$/, "").matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
}

test("each command of the documents is one of this repository, with arguments that it takes", () => {
  expect(checked.length).toBeGreaterThan(10);
  const faults = checked.flatMap(({ path, block }) =>
    block
      .split(/\n|&&/)
      .map((line) => [line.trim(), findFault(line.trim())] as const)
      .filter(([, fault]) => fault !== null)
      .map(([line, fault]) => `${path}: ${line}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test("each command in a line of text is one, too", () => {
  const texts = globSync(["README.md", "docs/*.md"], { cwd: root });
  const names = texts.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/`freehold ([a-z][a-z-]*)\b[^`]*`/g)].map(
      ([, name = ""]) => `${path}: ${name}`,
    ),
  );
  const known = new Set(commands.map(({ name }) => name));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((one) => !known.has(one.split(": ")[1] ?? ""))).toEqual([]);
});

test("each reason is needed", () => {
  expect(reasons.filter((start) => !blocks.some(({ block }) => block.startsWith(start)))).toEqual([]);
});

test("the menu of the site has every page, once, and leads old addresses to pages that are there", async () => {
  const { listLinks, moved, sidebar } = await import("../docs/.vitepress/navigation.ts");
  const links = listLinks(sidebar).map((link) => link.slice(1));
  const pages = globSync("docs/*.md", { cwd: root }).map((path) => path.slice("docs/".length, -".md".length));
  expect(pages.filter((page) => page !== "index" && !links.includes(page))).toEqual([]);
  expect(links.filter((link, at) => links.indexOf(link) !== at)).toEqual([]);
  expect(Object.values(moved).filter((to) => !pages.includes(to))).toEqual([]);
  expect(Object.keys(moved).filter((from) => pages.includes(from))).toEqual([]);
});

test("the reference has every command and every setting of the dashboard", async () => {
  const { commandGroups } = await import("../packages/node/src/cli/command-groups.ts");
  const { allSettings, listedSettings } = await import("./docs/render-settings.ts");
  const listed = Object.values(commandGroups).flatMap((group) => Object.keys(group));
  expect(listed.sort()).toEqual(commands.map(({ name }) => name).sort());
  expect(listedSettings().sort()).toEqual(allSettings().sort());
});
