import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createIntegrationToken } from "../src/domain/access/tokens.ts";
import { photo } from "./support/tagged-pictures.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";

const root = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** The hosts that stand for the reader's own node in documents. */
const exampleHosts = /https:\/\/(?:me|node)\.example/g;

let network: TestNetwork;
let node: TestNode;
let folder: string;
let token: string;

beforeAll(async () => {
  network = await createTestNetwork();
  node = await network.start({ title: "Ada" });
  await node.publish("# The sea");
  folder = await mkdtemp(join(tmpdir(), "freehold-documented-"));
  await writeFile(join(folder, "harbour.jpg"), await photo());
  const scopes = ["create:publications"];
  const wanted = { label: "documents", scopes, expiresInSeconds: null };
  token = (await createIntegrationToken(node.running.context, wanted)).token;
});
afterAll(async () => {
  await network[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** The blocks of a document that begin with a text, with the test's node in place of the example. */
async function blocksOf(document: string, start: string): Promise<string[]> {
  const text = await readFile(join(root, "docs", document), "utf8");
  return [...text.matchAll(/^```\w*\n(.*?)^```/gms)]
    .map(([, block = ""]) => block.replaceAll(exampleHosts, node.url))
    .filter((block) => block.startsWith(start));
}

/** Runs a program as a reader does, and reads what it prints. */
async function print(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { authorityFile } = network;
  const env = {
    PATH: process.env.PATH,
    TOKEN: token,
    FREEHOLD_TOKEN: token,
    CURL_CA_BUNDLE: authorityFile,
    NODE_EXTRA_CA_CERTS: authorityFile,
  };
  return (await run(command, [...args], { cwd, env })).stdout;
}

test("the calls with curl answer what the documents say", async () => {
  const curl = async (document: string) => {
    const blocks = await blocksOf(document, "curl ");
    return await Promise.all(
      blocks.map(async (block) => JSON.parse(await print("sh", ["-c", block], folder))),
    );
  };
  expect(await curl("api-clients.md")).toEqual([
    { data: { publications: { nodes: [{ title: "The sea", slug: "the-sea" }] } } },
  ]);
  const [{ data }, ...others] = await curl("graphql.md");
  expect(others).toEqual([]);
  const { id } = data.createPublication;
  const { db } = node.running.context.store;
  const files = await db
    .selectFrom("publications")
    .select(["id", "description"])
    .where("kind", "=", "FILE")
    .execute();
  expect(files).toEqual([{ id: Number(id), description: "The harbour" }]);
});

test("the program with the typed client writes a post and lists all", async () => {
  const programs = await blocksOf("api-clients.md", "import { FreeholdClient");
  expect(programs).toHaveLength(1);
  for (const program of programs) {
    const args = ["--input-type=module-typescript", "--eval", program];
    const titles = (await print(process.execPath, args, root)).trim().split("\n");
    // Both may be of the same second.
    expect(titles.filter((title) => title !== "harbour.jpg").sort()).toEqual(["Hello", "The sea"]);
  }
});
