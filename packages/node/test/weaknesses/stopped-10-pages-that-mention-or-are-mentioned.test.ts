import { afterEach, beforeEach, expect, it } from "vitest";
import { createNodeProcess, type NodeProcess } from "../support/node-process.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";
import { serveHttps, type TestServer } from "../support/tls-server.ts";

const repeat = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));
const KiB = 1024;
const marked = '<div class="h-entry e-content p-name p-summary">';

/** Each of them ended a node, or stopped it for seconds; less than a megabyte, with a link in front of it. */
const pages: Readonly<Record<string, string>> = {
  "items-in-one-another": marked.repeat(20),
  "items-in-one-another-large": repeat(marked.repeat(60), 900 * KiB),
  "a-long-base": `<base href="https://x.example/${"A".repeat(900 * KiB)}/">${Array.from({ length: 5_000 }, (_, n) => `<a href=${n}>`).join("")}`,
  "many-classes": `<b class="${Array.from({ length: 90_000 }, (_, n) => `p-c${n}`).join(" ")}">`,
  "open-elements": repeat("<b>", 1_000 * KiB),
  "nested-values": repeat('<a class="u-in-reply-to h-cite p-name">', 900 * KiB),
};
const names = Object.keys(pages);

let network: TestNetwork;
let node: NodeProcess;
let site: TestServer;
/** Opens when the other site begins to answer. */
let gate: PromiseWithResolvers<void>;
let asked: string[];
/** A page may be told again after a crash. */
let told: Set<string>;
let target: string;

beforeEach(async () => {
  network = await createTestNetwork();
  gate = Promise.withResolvers();
  [asked, told] = [[], new Set()];
  site = await serveHttps(network.certificate, async (request, response) => {
    const path = request.url ?? "";
    if (request.method === "POST") {
      told.add(path);
      response.writeHead(202).end();
      return;
    }
    asked.push(path);
    await gate.promise;
    const page = pages[path.replace(/^\/\w+\//, "")] ?? "";
    const endpoint = `<link rel="webmention" href="${site.url(`/told${path}`)}">`;
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(`<a href="${target}">t</a>${page}${endpoint}`);
  });
  node = await createNodeProcess(network);
  await node.start();
  await node.order({ do: "install", url: node.url, title: "Ada" });
  const { id } = await node.publish("# A post");
  target = `${node.url}/publications/${id}`;
}, 60_000);
afterEach(async () => {
  await node[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
}, 60_000);

const tell = async (name: string) => {
  const body = new URLSearchParams({ source: site.url(`/mentions/${name}`), target }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const reply = await network.fetch(`${node.url}/webmention`, { method: "POST", headers, body });
  expect(reply.status).toBe(201);
  return `${node.url}${reply.headers.location}`;
};
const stateOf = async (status: string) => (await network.fetch(status)).json;

it("are read by a node that goes on answering, also after it was killed while they were to be read", async () => {
  const statuses = await Promise.all(names.map(tell));
  await node.publish(names.map((name) => `<${site.url(`/mentioned/${name}`)}>`).join(" "));
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await node.kill();
  gate.resolve();
  await node.start();
  const { now: before } = await node.memory();
  // It answers while they are read.
  let answers = 0;
  const isDone = async () => {
    expect((await network.fetch(`${node.url}/livez`)).status).toBe(200);
    answers += 1;
    const states = await Promise.all(statuses.map(stateOf));
    return told.size === names.length && states.every((one) => !JSON.stringify(one).includes('"waiting"'));
  };
  await expect.poll(isDone, { timeout: 90_000, interval: 50 }).toBe(true);
  expect(answers).toBeGreaterThan(1);
  expect(await Promise.all(statuses.map(stateOf))).toMatchObject(names.map(() => ({ state: "accepted" })));
  expect([...told].sort()).toEqual(names.map((name) => `/told/mentioned/${name}`).sort());
  const { peak } = await node.memory();
  expect(peak - before).toBeLessThan(150 * KiB ** 2);
}, 150_000);
