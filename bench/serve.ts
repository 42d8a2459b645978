import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, keccak256, recoverPublicKey, signDigestWith } from "@freehold/protocol";
import { createSigner } from "../packages/node/src/domain/access/signer.ts";
import { bindServer, type Call, type Effort, measureInTurns } from "./measure.ts";
import { print } from "./print.ts";
import { addFigure, printHeads } from "./report.ts";
import { type Seeded, seedNode } from "./seed-node.ts";
import { startNode } from "./start-node.ts";

export const publications = 300;

/** What is asked for, and the share of the floor that the node must reach. */
export interface Row extends Call {
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

/** The headers of a browser, by which a page counts as read (`modules/reads`). */
const browser = {
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-language": "en",
};

const fields = "id slug body contentHash mediaType url tags";
export const rowsOf = ({ post, picture, slug, address }: Seeded): Row[] => [
  { name: "profile", path: "/ewp/profile", least: 0.75 },
  { name: "index, page 1", path: "/ewp/publications?limit=100", least: 0.75 },
  { name: "index, last page", path: "/ewp/publications?limit=100&page=4", least: 0.75 },
  { name: "contents, Markdown", path: `/ewp/contents/${post}`, least: 0.75 },
  { name: "contents, picture", path: `/ewp/contents/${picture}`, least: 0.6 },
  { name: "thumbnail", path: `/ewp/contents/${picture}&thumb=md`, least: 0.6 },
  { name: "page /", path: "/", least: 0.6 },
  { name: "page of a post", path: `/slug/${slug}`, headers: browser, least: 0.6 },
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

/** Rows for a first look, as CI takes it. */
const shortRows = ["profile", "page /", "refused signature", "GraphQL, one post"];
const shortEffort: Effort = { rounds: 1, seconds: 0.5, warmUpSeconds: 0.5 };

interface Options {
  /** Only rows with this text in their name. */
  rows?: string;
  short?: boolean;
  /** Any other node, as `http://host:port`, to be measured beside this one. */
  against?: string;
}

/**
 * Serves 300 posts and asks for what readers, peers and tools ask for, over 50 keep-alive connections, beside a bare
 * `node:http` server that sends the same bytes and headers. A refused write is compared with bare recoveries of signatures.
 */
export async function benchServing({
  rows: wanted = "",
  short = false,
  against,
}: Options = {}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-bench-"));
  const children: ChildProcess[] = [];
  try {
    const rows = rowsOf(await seedNode(folder, publications)).filter(
      ({ name }) => name.includes(wanted) && (!short || shortRows.includes(name)),
    );
    const { port } = await startNode(folder, children);
    const other = against === undefined ? null : await findOther(new URL(against));
    print(
      `\n${publications} posts, 50 connections, ${short ? "one round" : "medians of 5 rounds"}; answers a second.\n`,
    );
    printHeads("shed", "p99 ms", ...(other ? ["other"] : []));
    for (const row of rows) await compare(row, port, { children, other, effort: short ? shortEffort : {} });
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

interface Setting {
  children: ChildProcess[];
  other: Other | null;
  effort: Effort;
}

async function compare(row: Row, port: number, { children, other, effort }: Setting): Promise<void> {
  const isRefused = row.status === 400;
  const floor = isRefused ? null : await startFloor(row, port, children);
  const targets = [{ call: row, port }, ...(floor ? [{ call: row, port: floor.port }] : [])];
  const [node, bare] = await measureInTurns(targets, effort);
  floor?.child.kill("SIGKILL");
  if (!node) return;
  const rate = bare?.rate ?? recoveriesASecond();
  const path = other?.paths[row.name];
  const beside = path && (await measureInTurns([{ ...other, call: { path } }], effort).catch(() => null));
  addFigure({
    name: `serve: ${row.name}`,
    node: node.rate,
    floor: rate,
    ratio: node.rate / rate,
    least: row.least,
    more: {
      shed: `${(node.shed * 100).toFixed(1)} %`,
      p99: node.p99.toFixed(1),
      ...(other && { other: beside ? Math.round(beside[0]?.rate ?? 0) : "-" }),
    },
  });
  if (node.shed > 0) process.exitCode = 1;
}

/** Another node, and where it has what the rows ask for. */
interface Other {
  readonly host: string;
  readonly port: number;
  readonly paths: Readonly<Record<string, string>>;
}

/** Finds the paths that every node has by the protocol. */
async function findOther({ origin, hostname, port }: URL): Promise<Other> {
  const index = await (await fetch(`${origin}/ewp/publications?limit=1`)).json();
  const [post] = index.data as { contentHash: string; timestamp: number }[];
  return {
    host: hostname,
    port: Number(port || 80),
    paths: {
      profile: "/ewp/profile",
      "index, page 1": "/ewp/publications?limit=100",
      "page /": "/",
      ...(post && { "contents, Markdown": `/ewp/contents/${post.contentHash}?timestamp=${post.timestamp}` }),
    },
  };
}

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
