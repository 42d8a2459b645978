import { setTimeout as pause } from "node:timers/promises";
import { createSigner } from "../../../packages/node/src/domain/access/signer.ts";
import { openStore } from "../../../packages/node/src/store/open-store.ts";
import { createHttpOwner, type HttpOwner } from "../../../packages/node/test/support/http-owner.ts";
import type { TestFetch } from "../../../packages/node/test/support/test-node.ts";
import { createWallet } from "../../../packages/node/test/support/wallet.ts";
import type { BenchNode, BenchNodeOptions } from "./bench-node.ts";
import { checkFolder, listTemporary } from "./check-folder.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { type NodeState, readNode } from "./read-node.ts";
import type { Workspace } from "./workspace.ts";

/** An owner's node and the ledger of its acknowledged writes. */
export interface TestNode extends HttpOwner {
  readonly node: BenchNode;
  readonly ledger: Ledger;
}

/** A publisher and its followers: nodes on one machine into which a scenario injects faults. */
export interface TestNetwork {
  readonly publisher: TestNode;
  readonly followers: readonly TestNode[];
  readonly all: readonly TestNode[];
  /** Writes that were acknowledged on all nodes. */
  readonly acknowledged: number;
  /** Starts the nodes that are stopped. */
  startAll(): Promise<void>;
  /**
   * Waits until all nodes have all publications, then checks that each acknowledged write exists intact and once.
   *
   * @returns a sentence for each violation
   */
  check(timeoutMs?: number): Promise<string[]>;
}

/** After six failures in a row a node waits up to five minutes before it calls a peer again. */
const settleTimeoutMs = 10 * 60_000;

export interface TestNetworkOptions {
  name?: string;
  followers?: number;
  /** Of each of its nodes. */
  node?: (name: string) => Promise<BenchNodeOptions>;
}

/** Starts and installs all nodes, signs their owners in and lets the followers follow the publisher. */
export async function createTestNetwork(
  workspace: Workspace,
  options: TestNetworkOptions = {},
): Promise<TestNetwork> {
  const { name = "", followers = 2, node = async () => ({}) } = options;
  const names = ["publisher", ...Array.from({ length: followers }, (_, index) => `follower${index + 1}`)];
  const all = await Promise.all(
    names.map(async (one) => await settle(workspace, one + name, await node(one + name))),
  );
  const [publisher, ...others] = all as [TestNode, ...TestNode[]];
  for (const { ledger, follow, prepareFollow, wallet } of others) {
    await follow(await prepareFollow(publisher.node.url));
    ledger.acknowledge(`follow ${wallet.address}>${publisher.wallet.address}`, "stands");
  }
  return {
    publisher,
    followers: others,
    all,
    get acknowledged() {
      return all.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
    },
    async startAll() {
      await Promise.all(all.map(async (one) => await wake(one)));
    },
    check: (timeoutMs = settleTimeoutMs) => check(publisher, others, timeoutMs),
  };
}

async function settle(workspace: Workspace, name: string, options: BenchNodeOptions): Promise<TestNode> {
  const node = await workspace.node(name, options);
  const ledger = createLedger(name);
  await wake({ node });
  const { url, dataDir } = node;
  const fetch: TestFetch = (to, call) => workspace.call(to, { timeoutMs: 90_000, ...call });
  const owner = createHttpOwner({ url, wallet: createWallet(node.key), dataDir, fetch });
  await owner.install(signInstallation(node));
  await owner.signIn();
  ledger.acknowledge("title", name);
  ledger.acknowledge("theme", "light");
  return { ...owner, node, ledger };
}

function signInstallation({ key, url, name: title }: BenchNode) {
  // It wipes its key when it is done.
  using signer = createSigner(Uint8Array.from(key));
  return signer.sign("DATA", {
    node: { avatar: "", address: signer.address, url, title, description: "" },
    settings: { defaultLanguage: "en", defaultTheme: "light", walletConnectProjectId: "" },
    timestamp: Math.floor(Date.now() / 1000),
  });
}

/** Starts a node that does not run. @throws when it does not come up, with what it said */
export async function wake({ node }: Pick<TestNode, "node">): Promise<void> {
  if (node.isRunning) return;
  const outcome = await node.start();
  if (outcome !== "listening")
    throw new Error(`${node.name} does not start again: ${node.log().slice(-2_000)}`);
}

async function check(
  publisher: TestNode,
  followers: readonly TestNode[],
  timeoutMs: number,
): Promise<string[]> {
  const until = Date.now() + timeoutMs;
  let missing = await findMissing(publisher, followers);
  while (missing.length > 0 && Date.now() < until) {
    await pause(300);
    missing = await findMissing(publisher, followers);
  }
  const broken = [...missing];
  for (const { node, ledger } of [publisher, ...followers]) {
    const state = await readNode(node);
    broken.push(...ledger.compare(state.things), ...(await checkFolder(node, state)));
    broken.push(...findTwice(node.name, state));
  }
  return broken;
}

/** What is on its way: nobody may lack anything for ever. */
async function findMissing(publisher: TestNode, followers: readonly TestNode[]): Promise<string[]> {
  const missing: string[] = [];
  const source = await readNode(publisher.node);
  for (const { node } of followers) {
    const state = await readNode(node);
    const follow = `${state.address}>${source.address}`;
    const sides = [state.follows.has(follow), source.follows.has(follow)];
    if (sides[0] !== sides[1]) {
      missing.push(`${node.name}: its follow stands on ${sides[0] ? "its" : "the publisher's"} side alone`);
    }
    if (!sides[0]) continue;
    const has = new Set(state.replicas.get(source.address));
    const lacks = source.index.filter((proof) => !has.has(proof));
    if (lacks.length > 0) {
      const waits = await describePulls(node, lacks);
      missing.push(`${node.name} lacks ${lacks.length} of ${source.index.length} publications (${waits})`);
    }
  }
  for (const { node } of [publisher, ...followers]) {
    for (const file of await listTemporary(node)) missing.push(`${node.name}: ${file} is left over`);
  }
  return missing;
}

/** What the follower itself says of what it lacks. */
async function describePulls({ dataDir, databaseUrl }: BenchNode, lacks: readonly string[]): Promise<string> {
  await using store = await openStore({ dataDir, databaseUrl });
  const rows = await store.db
    .selectFrom("pulls")
    .select(["contentHash", "timestamp", "state", "attempts", "nextTryAt", "claimedBy", "lastError"])
    .execute();
  const wanted = rows.filter((row) => lacks.includes(`${row.contentHash}:${row.timestamp}`));
  const words = wanted.map(({ state, attempts, nextTryAt: at, claimedBy: by, lastError: error }) => {
    const seconds = Math.round((at - Date.now()) / 1000);
    return `${state}${by === null ? "" : ", claimed"}, tried ${attempts} times, next in ${seconds} s: ${error}`;
  });
  return words.join("; ") || "it knows nothing of them";
}

/** Every text is written once, so that no hash comes twice. */
function findTwice(name: string, { index, replicas }: NodeState): string[] {
  return [index, ...replicas.values()].flatMap((proofs) => {
    const hashes = proofs.map((proof) => proof.split(":")[0]);
    return new Set(hashes).size === hashes.length ? [] : [`${name}: a publication is there twice`];
  });
}
