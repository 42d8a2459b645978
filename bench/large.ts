import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { encodeCursor } from "../packages/node/src/domain/paging.ts";
import { median } from "./measure.ts";
import { print } from "./print.ts";
import { addFigure, printHeads } from "./report.ts";
import { type SeededLarge, seedLarge } from "./seed-large.ts";
import { readCpu, startNode } from "./start-node.ts";

/** The first is the floor of the others. */
const counts = [1_000, 100_000, 1_000_000];
const rounds = 9;
const callsARound = 30;
/** The share of its speed with a thousand posts that a node keeps. */
const least = 0.85;

interface Row {
  name: string;
  /** Another path each time, so that no answer is prepared: it has a parameter that this route does not read. */
  path: (call: number) => string;
  query?: string;
}

const rowsOf = ({ post, slug, id, position }: SeededLarge, count: number): Row[] => {
  const after = encodeCursor(position);
  const graphql = (name: string, query: string): Row => ({ name, path: () => "/api/graphql", query });
  const fields = "id slug body contentHash mediaType url tags";
  const varied = (path: string) => (call: number) =>
    `${path}${path.includes("?") ? "&" : "?"}${path.includes("since") || path.startsWith("/ewp/pub") ? "thumb" : "since"}=${call}`;
  return [
    { name: "profile", path: varied("/ewp/profile") },
    { name: "contents", path: varied(`/ewp/contents/${post}`) },
    { name: "index, page 1", path: varied("/ewp/publications?limit=100") },
    { name: "index, last page", path: varied(`/ewp/publications?limit=100&page=${count / 100}`) },
    { name: "index, since the middle", path: varied(`/ewp/publications?limit=100&since=${position[0]}`) },
    { name: "page /", path: varied("/") },
    { name: "page /, last", path: varied(`/?page=${count / 20}`) },
    { name: "page of a post", path: varied(`/slug/${slug}`) },
    { name: "page of a post, by number", path: varied(`/publications/${id}`) },
    { name: "feed", path: varied("/feed.xml") },
    { name: "archive", path: varied("/archive") },
    { name: "archive, last page", path: varied(`/archive?page=${count / 200}`) },
    { name: "sitemap", path: varied("/sitemap.xml") },
    { name: "tag", path: varied("/tags/tag1") },
    { name: "feed of a tag", path: varied("/tags/tag1/feed.xml") },
    graphql("GraphQL, one post", `{ publication(slug: "${slug}") { ${fields} } }`),
    graphql("GraphQL, list of 20", `{ publications(first: 20) { nodes { ${fields} } } }`),
    graphql(
      "GraphQL, from the middle",
      `{ publications(first: 20, after: "${after}") { nodes { ${fields} } } }`,
    ),
    graphql("GraphQL, search", `{ search(query: "engine", first: 20) { nodes { id title } } }`),
  ];
};

interface Node {
  port: number;
  pid: number;
  rows: Row[];
}

/**
 * Asks nodes with 1,000, 100,000 and 1,000,000 posts in turns for what no prepared answer is kept of. Prints for each row
 * and number the processor time of an answer in microseconds, that of the smallest node, and what share of its speed this is.
 */
export async function benchLarge(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-bench-"));
  const children: ChildProcess[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const nodes: Node[] = [];
    for (const count of counts) {
      const began = performance.now();
      const dataDir = join(folder, String(count));
      const rows = rowsOf(await seedLarge(dataDir, count), count);
      const { port, pid } = await startNode(dataDir, children);
      nodes.push({ port, pid, rows });
      print(`${count} posts were made in ${Math.round((performance.now() - began) / 1000)} s.`);
    }
    print(`\nProcessor time of an answer that is not prepared; the median of ${rounds} rounds.\n`);
    printHeads();
    for (let row = 0; row < (nodes[0]?.rows.length ?? 0); row += 1) await compare(nodes, row, agent);
  } finally {
    agent.destroy();
    for (const child of children) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(nodes: readonly Node[], index: number, agent: Agent): Promise<void> {
  const times = nodes.map((): number[] => []);
  let call = 0;
  for (let round = -1; round < rounds; round += 1) {
    for (const [which, { port, pid, rows }] of nodes.entries()) {
      const row = rows[index];
      if (!row) return;
      const before = readCpu(pid);
      for (let each = 0; each < callsARound; each += 1) {
        call += 1;
        await ask(row, { port, call, agent });
      }
      // The first round warms all of them up.
      if (round >= 0) times[which]?.push((readCpu(pid) - before) / callsARound / 1000);
    }
  }
  const [smallest = [], ...larger] = times;
  for (const [which, all] of larger.entries()) {
    const name = `${nodes[0]?.rows[index]?.name}, ${counts[which + 1]}`;
    // Round by round, so that what the machine does meanwhile is on both sides.
    const ratio = median(all.map((time, round) => (smallest[round] ?? 0) / time));
    addFigure({ name: `large: ${name}`, node: median(all), floor: median(smallest), ratio, least, more: {} });
  }
}

async function ask(
  { path, query }: Row,
  { port, call, agent }: { port: number; call: number; agent: Agent },
): Promise<void> {
  const headers = { ...(query !== undefined && { "content-type": "application/json" }) };
  const asked = request({
    host: "127.0.0.1",
    port,
    path: path(call),
    agent,
    headers,
    method: query === undefined ? "GET" : "POST",
  });
  asked.end(query === undefined ? undefined : JSON.stringify({ query }));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  asked.on("error", reject).on("response", (reply) => {
    void buffer(reply).then((body) => {
      if (reply.statusCode === 200 && !body.includes('{"errors"')) resolve();
      else reject(new Error(`${path(call)} answered ${reply.statusCode}: ${body.toString().slice(0, 200)}`));
    }, reject);
  });
  await promise;
}
