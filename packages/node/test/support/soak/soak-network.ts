import { randomBytes } from "node:crypto";
import { Agent, request } from "undici";
import { createNodeProcess, type NodeProcess } from "../node-process.ts";
import { seededRandom } from "../seeded-random.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../test-network.ts";
import { createWallet, type Wallet } from "../wallet.ts";

/** A node in a process of its own, two others that follow it and are followed, and everybody's way to it. */
export interface SoakNetwork extends AsyncDisposable {
  readonly network: TestNetwork;
  readonly node: NodeProcess;
  readonly owner: Wallet;
  readonly peers: readonly TestNode[];
  readonly url: string;
  /** PEM. */
  readonly authority: string;
  readonly random: () => number;
  /** Of those who keep their connections; a new one after each `hangUp`. */
  readonly agent: Agent;
  hangUp(): Promise<void>;
  /**
   * Asks GraphQL, and throws what it says is wrong.
   * @param from the address that the proxy before the node saw
   */
  ask<T>(
    query: string,
    variables: Record<string, unknown>,
    options?: { token?: string; from?: string },
  ): Promise<T>;
}

export async function openSoakNetwork(): Promise<SoakNetwork> {
  await using resources = new AsyncDisposableStack();
  const network = resources.use(await createTestNetwork());
  const key = randomBytes(32);
  const node = resources.use(
    await createNodeProcess(network, {
      TEST_PRIVATE_KEY: key.toString("hex"),
      FREEHOLD_TRUST_PROXY: "1",
      FREEHOLD_METRICS: "any",
      FREEHOLD_LOG_LEVEL: "error",
    }),
  );
  await node.start();
  await node.order({ do: "install", url: node.url, title: "Soaked" });
  const peers = [await network.start({ title: "One" }), await network.start({ title: "Two" })];
  for (const peer of peers) {
    await peer.follow(node);
    await node.order({ do: "follow", url: peer.url });
  }
  const newAgent = () => new Agent({ connect: { ca: network.authority } });
  let agent = newAgent();
  resources.defer(() => agent.destroy());
  const owned = resources.move();
  return {
    network,
    node,
    owner: createWallet(key),
    peers,
    url: node.url,
    authority: network.authority,
    random: seededRandom(20_261_121),
    get agent() {
      return agent;
    },
    async hangUp() {
      await agent.destroy();
      agent = newAgent();
    },
    async ask<T>(
      query: string,
      variables: Record<string, unknown>,
      { token, from } = {} as { token?: string; from?: string },
    ) {
      const reply = await request(`${node.url}/api/graphql`, {
        dispatcher: agent,
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token && { authorization: `Bearer ${token}` }),
          ...(from && { "x-forwarded-for": from }),
        },
        body: JSON.stringify({ query, variables }),
      });
      const answer = (await reply.body.json()) as { data?: T; errors?: { message: string }[] };
      if (answer.errors || !answer.data)
        throw new Error(answer.errors?.[0]?.message ?? `answered ${reply.statusCode}`);
      return answer.data;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
