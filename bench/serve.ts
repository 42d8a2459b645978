import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, keccak256, recoverPublicKey, signDigestWith } from "@freehold/protocol";
import { createSigner } from "../packages/node/src/domain/access/signer.ts";
import { bindServer, type Call, measureInTurns } from "./measure.ts";
import { print } from "./print.ts";
import { type Seeded, seedNode } from "./seed-node.ts";
import { startNode } from "./start-node.ts";

const publications = 300;

/** What is asked for, and the share of the floor that the node must reach. */
interface Row extends Call {
  name: string;
  least: number;
}

const graphql = (name: string, query: string, least: number): Row => ({
  name,
  path: "/api/graphql",
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query }),
  least,
});

const fields = "id slug body contentHash mediaType url tags";
const rowsOf = ({ post, picture, slug, address }: Seeded): Row[] => [
  { name: "profile", path: "/ewp/profile", least: 0.75 },
  { name: "index, page 1", path: "/ewp/publications?limit=100", least: 0.75 },
  { name: "index, last page", path: "/ewp/publications?limit=100&page=4", least: 0.75 },
  { name: "contents, Markdown", path: `/ewp/contents/${post}`, least: 0.75 },
  { name: "contents, picture", path: `/ewp/contents/${picture}`, least: 0.6 },
  { name: "thumbnail", path: `/ewp/contents/${picture}&thumb=md`, least: 0.6 },
  { name: "page /", path: "/", least: 0.6 },
  { name: "page of a post", path: `/slug/${slug}`, least: 0.6 },
  { name: "feed", path: "/feed.xml", least: 0.6 },
  { name: "archive", path: "/archive", least: 0.6 },
  { name: "sitemap", path: "/sitemap.xml", least: 0.6 },
  {
    name: "refused signature",
    path: "/ewp/connections",
    method: "POST",
    headers: { "content-type": "application/json" },
    body: refused(address),
    status: 400,
    least: 0.35,
  },
  graphql("GraphQL, one post", `{ publication(slug: "${slug}") { ${fields} } }`, 0.12),
  graphql("GraphQL, list of 20", `{ publications(first: 20) { nodes { ${fields} } } }`, 0.06),
  graphql("GraphQL, search", `{ search(query: "engine", first: 20) { nodes { id title } } }`, 0.03),
];

/**
 * Serves 300 posts and asks for what readers, peers and tools ask for, over 50 keep-alive connections, beside a bare
 * `node:http` server that sends the same bytes and headers. Prints answers a second of both, their ratio, and what the ratio
 * must be; a refused write is compared with bare recoveries of signatures.
 */
export async function benchServing({ rows: wanted = "" }: { rows?: string } = {}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-bench-"));
  const children: ChildProcess[] = [];
  try {
    const rows = rowsOf(await seedNode(folder, publications)).filter(({ name }) => name.includes(wanted));
    const { port } = await startNode(folder, children);
    print(`\n${publications} posts, 50 connections, the median of 5 rounds; answers a second.\n`);
    print(line(["", "node", "floor", "ratio", "at least", "shed", "p99 ms"]));
    for (const row of rows) await compare(row, port, children);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(row: Row, port: number, children: ChildProcess[]): Promise<void> {
  const isRefused = row.status === 400;
  const floor = isRefused ? null : await startFloor(row, port, children);
  const [node, bare] = await measureInTurns(row, floor ? [port, floor.port] : [port]);
  floor?.child.kill("SIGKILL");
  if (!node) return;
  const bareRate = bare?.rate ?? recoveriesASecond();
  const ratio = node.rate / bareRate;
  const shed = `${(node.shed * 100).toFixed(1)} %`;
  print(
    line([
      row.name,
      Math.round(node.rate),
      Math.round(bareRate),
      ratio.toFixed(2),
      row.least,
      shed,
      node.p99.toFixed(1),
    ]),
  );
  if (ratio < row.least || node.shed > 0) process.exitCode = 1;
}

const line = ([name = "", ...cells]: readonly (string | number)[]) =>
  String(name).padEnd(24) + cells.map((cell) => String(cell).padStart(10)).join("");

/** A follow that is signed by another key than its follower's. */
function refused(followeeAddress: Address): string {
  const other = createSigner(randomBytes(32));
  const timestamp = Math.floor(Date.now() / 1000);
  const urls = { followeeUrl: "https://bench.example", followerUrl: "https://follower.example" };
  const follower = createSigner(randomBytes(32));
  const message = { followerAddress: follower.address, followeeAddress, ...urls, timestamp };
  return JSON.stringify(other.sign("CreateConnection", message));
}

/** Hashes and recoveries of signatures by the native library alone. */
function recoveriesASecond(): number {
  const key = randomBytes(32);
  const text = randomBytes(64);
  const { signature, recovery } = signDigestWith(key)(keccak256(text));
  const until = performance.now() + 2_000;
  let count = 0;
  for (; performance.now() < until; count += 1)
    recoverPublicKey(keccak256(text), signature, recovery as 0 | 1);
  return count / 2;
}

/** A bare server that answers with the bytes and headers that the node gives for this call. */
async function startFloor(
  { path, method = "GET", headers = {}, body }: Row,
  nodePort: number,
  children: ChildProcess[],
) {
  const init = { method, headers: { "accept-encoding": "identity", ...headers }, ...(body && { body }) };
  const reply = await fetch(`http://127.0.0.1:${nodePort}${path}`, init);
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}.`);
  const bytes = Buffer.from(await reply.arrayBuffer());
  const own = new Set(["connection", "keep-alive", "date", "transfer-encoding", "content-length"]);
  const sent = Object.fromEntries([...reply.headers].filter(([name]) => !own.has(name)));
  const child = fork(join(import.meta.dirname, "floor-server.ts"));
  children.push(child);
  bindServer(child);
  const canned = { ...sent, "content-length": String(bytes.length) };
  child.send({ status: reply.status, headers: canned, body: bytes.toString("base64") });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { child, port };
}
