import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ThreadReport } from "./support/list-loaded.ts";
import { openShell, readStartLine, type Shell } from "./support/shell.ts";

const preload = pathToFileURL(join(import.meta.dirname, "support/list-loaded.ts")).href;

/** What a request, a message or a setting may need, and many nodes never do. */
const forLater = [
  ...["graphql", "mercurius", "graphql-jit", "@pothos/core", "dataloader", "@fastify/busboy"],
  ...["sharp", "file-type", "@resvg/resvg-wasm", "sanitize-html", "shiki", "katex", "beautiful-mermaid"],
  ...["mime-types", "undici", "nodemailer", "web-push", "jose", "pg", "tar-stream", "@bitauth/libauth"],
  ...["ajv", "@opentelemetry/api", "react", "react-dom"],
];
/** What only a server needs. */
const forServers = ["fastify", "markdown-it", "@prometheus-io/client"];

let shell: Shell;
let env: Record<string, string>;
beforeAll(async () => {
  shell = await openShell();
  const reports = join(shell.folder, "reports");
  env = {
    FREEHOLD_DATA: shell.folder,
    FREEHOLD_PORT: "0",
    NODE_OPTIONS: `--import ${preload}`,
    THREAD_REPORTS: reports,
  };
  await shell.run(["init", "--url", "https://a.example", "--title", "A"], { env });
  await writeFile(reports, "");
});
afterAll(() => shell[Symbol.asyncDispose]());

async function takeReports(): Promise<ThreadReport[]> {
  const lines = (await readFile(env.THREAD_REPORTS ?? "", "utf8")).trimEnd().split("\n");
  await writeFile(env.THREAD_REPORTS ?? "", "");
  return lines.map((line) => JSON.parse(line) as ThreadReport);
}

describe("loads nothing that it does not need:", () => {
  test("a node that starts, is asked whether it is ready, and stops", async () => {
    const child = shell.launch(["start", "--json"], env);
    const { url } = await readStartLine(child);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.kill("SIGTERM");
    await once(child, "close");
    const [report, ...threads] = await takeReports();
    expect(threads).toEqual([]);
    expect(report?.packages).toEqual(expect.arrayContaining(["fastify", "kysely", "zod"]));
    expect(report?.packages.filter((name) => forLater.includes(name))).toEqual([]);
  });

  test.each([["peers"], ["timeline"], ["outbox"], ["profile"]])("freehold %s", async (name) => {
    expect((await shell.run([name, "--json"], { env })).code).toBe(0);
    const [report] = await takeReports();
    expect(report?.packages).toContain("kysely");
    expect(report?.packages.filter((one) => [...forLater, ...forServers].includes(one))).toEqual([]);
  });

  test("freehold --help", async () => {
    expect((await shell.run(["--help"], { env })).code).toBe(0);
    const [report] = await takeReports();
    expect(report?.packages).not.toContain("kysely");
  });
});

test("the first start after a build strips no types", async () => {
  const program = join(import.meta.dirname, "../../../scripts/compile-sources.ts");
  const stripper = join(shell.folder, "find-stripper.mjs");
  const found = join(shell.folder, "found");
  await writeFile(
    stripper,
    `import { writeFileSync } from "node:fs";
    const isLoaded = () => process.moduleLoadList.some((name) => name.includes("amaro"));
    process.once("exit", () => writeFileSync(${JSON.stringify(found)}, String(isLoaded())));`,
  );
  const start = async (cache: string) => {
    const mode = { NODE_COMPILE_CACHE: join(shell.folder, cache), NODE_OPTIONS: `--import ${stripper}` };
    const child = shell.launch(["start", "--json"], { ...env, ...mode });
    await readStartLine(child);
    child.kill("SIGTERM");
    await once(child, "close");
    return await readFile(found, "utf8");
  };
  const compiled = join(shell.folder, "compiled");
  execFileSync(process.execPath, [program], { env: { ...process.env, NODE_COMPILE_CACHE: compiled } });
  expect(await start("compiled")).toBe("false");
  expect(await start("empty")).toBe("true");
});
