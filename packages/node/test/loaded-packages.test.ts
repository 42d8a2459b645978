import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ThreadReport } from "./support/list-loaded.ts";
import { freehold } from "./support/node-flags.ts";
import { openShell, readStartLine, type Shell } from "./support/shell.ts";

const preload = pathToFileURL(join(import.meta.dirname, "support/list-loaded.ts")).href;

/** What a request, a message or a setting may need, and many nodes never do. */
const forLater = [
  "graphql",
  "mercurius",
  "graphql-jit",
  "@pothos/core",
  "dataloader",
  "@fastify/busboy",
  "sharp",
  "file-type",
  "@resvg/resvg-wasm",
  "sanitize-html",
  "shiki",
  "katex",
  "beautiful-mermaid",
  "mime-types",
  "undici",
  "nodemailer",
  "web-push",
  "jose",
  "pg",
  "tar-stream",
  "@bitauth/libauth",
  "ajv",
  "@opentelemetry/api",
  "yauzl",
  "turndown",
  "saxes",
  "cborg",
  "react",
  "react-dom",
  "@simplewebauthn/server",
  "@modelcontextprotocol/server",
];
/** What only a server needs. */
const forServers = ["fastify", "markdown-it", "@prometheus-io/client"];

/** The command runs the built server; the sources are what it runs while somebody works on them. */
describe.each([
  ["the built server", freehold],
  ["the sources", join(import.meta.dirname, "../src/main.ts")],
])("%s", (_what, program) => {
  let shell: Shell;
  let env: Record<string, string>;
  beforeAll(async () => {
    shell = await openShell({}, program);
    env = {
      FREEHOLD_DATA: shell.folder,
      FREEHOLD_PORT: "0",
      NODE_ENV: "production",
      NODE_OPTIONS: `--import ${preload}`,
      THREAD_REPORTS: join(shell.folder, "reports"),
      // The command sets one itself.
      ...(program !== freehold && {
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(shell.folder, "kept"),
      }),
    };
    await shell.placeKeystore(".");
    await shell.runHere(["init", "--url", "https://a.example", "--title", "A"], {
      env: { FREEHOLD_DATA: shell.folder },
    });
    await writeFile(env.THREAD_REPORTS ?? "", "");
  });
  afterAll(() => shell[Symbol.asyncDispose]());

  async function takeReports(): Promise<ThreadReport[]> {
    const lines = (await readFile(env.THREAD_REPORTS ?? "", "utf8")).trimEnd().split("\n");
    await writeFile(env.THREAD_REPORTS ?? "", "");
    return lines.map((line) => JSON.parse(line) as ThreadReport);
  }

  test("a node loads nothing that it does not need to start, to say that it is ready, and to stop", async () => {
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

  test.each([["peers"], ["timeline"], ["outbox"], ["profile"]])(
    "freehold %s loads no server",
    async (name) => {
      expect((await shell.run([name, "--json"], { env })).code).toBe(0);
      const [report] = await takeReports();
      expect(report?.packages).toContain("kysely");
      expect(report?.packages.filter((one) => [...forLater, ...forServers].includes(one))).toEqual([]);
    },
  );

  test("freehold --help loads no database", async () => {
    expect((await shell.run(["--help"], { env })).code).toBe(0);
    const [report] = await takeReports();
    expect(report?.packages).not.toContain("kysely");
  });

  test("types are stripped only from sources", async () => {
    const stripper = join(shell.folder, "find-stripper.mjs");
    const found = join(shell.folder, "found");
    await writeFile(
      stripper,
      `import { writeFileSync } from "node:fs";
      const isLoaded = () => process.moduleLoadList.some((name) => name.includes("amaro"));
      process.once("exit", () => writeFileSync(${JSON.stringify(found)}, String(isLoaded())));`,
    );
    const mode = {
      // Empty: what is kept of a source has no types any more.
      NODE_COMPILE_CACHE: join(shell.folder, "compiled"),
      NODE_OPTIONS: `--import ${pathToFileURL(stripper)}`,
    };
    const child = shell.launch(["start", "--json"], { ...env, ...mode });
    await readStartLine(child);
    child.kill("SIGTERM");
    await once(child, "close");
    expect(await readFile(found, "utf8")).toBe(String(program !== freehold));
  });
});
