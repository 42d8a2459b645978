import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";
import type { Publication } from "../../packages/node/src/store/publications/publications.ts";
import type { NodeProcess } from "../../packages/node/test/support/node-process.ts";
import { signIn } from "../../packages/node/test/support/sign-in.ts";
import type { TestNetwork } from "../../packages/node/test/support/test-network.ts";
import { serveHttps } from "../../packages/node/test/support/tls-server.ts";
import { createWallet } from "../../packages/node/test/support/wallet.ts";

/** A document at an address of the stranger's; `echoes`: the parameter that is answered in place of the body. */
interface Served {
  readonly type: string;
  readonly body: string;
  readonly echoes?: string;
}

/** Somebody at one address, who has a server of their own, and the owner whom they fool. */
export interface Stranger extends AsyncDisposable {
  readonly address: string;
  /** The address and port of the node. */
  readonly at: { readonly host: string; readonly port: number };
  /** The post that others read: its id, its path, its address; and the node's feed. */
  readonly post: number;
  readonly path: string;
  readonly target: string;
  readonly feed: string;
  /** How the node answered, by status. */
  readonly statuses: Record<number, number>;
  /** @returns the address of the document */
  serve(document: Served): string;
  get(path: string): Promise<void>;
  form(path: string, fields: Readonly<Record<string, string>>): Promise<{ location: string }>;
  /** GraphQL without a session. */
  ask<T>(query: string, variables: object): Promise<T>;
  /** GraphQL of the owner, from another address. */
  own(query: string, variables?: object): Promise<unknown>;
  publish(text: string): Promise<Publication>;
  /** Waits until the queues have nothing to do, for a minute at most. */
  settle(): Promise<void>;
  /** Waits until a mention is no longer waiting, for a minute at most. */
  untilSettled(location: string): Promise<void>;
}

const address = "127.0.0.2";
const patienceMs = 60_000;

/** @param key the private key of the node's owner */
export async function openStranger(
  network: TestNetwork,
  node: NodeProcess,
  { key, post }: { key: Buffer; post: Publication },
): Promise<Stranger> {
  await using resources = new AsyncDisposableStack();
  const url = node.url.replace("https:", "http:");
  const documents: Served[] = [];
  const server = resources.use(
    await serveHttps(network.certificate, (asked, response) => {
      const { pathname, searchParams } = new URL(asked.url ?? "/", "https://localhost");
      const { type, body, echoes } = documents[Number(pathname.slice(1))] ?? { type: "text/plain", body: "" };
      asked.resume();
      response.writeHead(200, { "content-type": type });
      response.end(echoes === undefined ? body : (searchParams.get(echoes) ?? ""));
    }),
  );
  const from = resources.use(asDisposable(new Agent({ localAddress: address, connections: 64 })));
  const owner = resources.use(asDisposable(new Agent()));
  const statuses: Stranger["statuses"] = {};

  async function call(
    path: string,
    agent: Agent,
    options: { body?: string; type?: string; token?: string } = {},
  ) {
    const { body, type = "application/json", token } = options;
    const reply = await request(`${url.replace("localhost", "127.0.0.1")}${path}`, {
      dispatcher: agent,
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(body !== undefined && { "content-type": type }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body }),
    });
    if (agent === from) statuses[reply.statusCode] = (statuses[reply.statusCode] ?? 0) + 1;
    return { location: String(reply.headers.location ?? ""), answer: await reply.body.text() };
  }

  const askBy =
    (agent: Agent, token?: string) =>
    async <T>(query: string, variables: object = {}): Promise<T> => {
      const body = JSON.stringify({ query, variables });
      const { answer } = await call("/api/graphql", agent, { body, ...(token !== undefined && { token }) });
      return (JSON.parse(answer).data ?? {}) as T;
    };
  const token = await signIn(askBy(owner), createWallet(key));
  const untilTrue = async (isDone: () => Promise<boolean>) => {
    const end = performance.now() + patienceMs;
    while (performance.now() < end && !(await isDone())) await pause(200);
  };
  // The post's own address: the one by its hash leads there.
  const byHash = `/publications/${post.contentHash}`;
  const { location } = await call(byHash, owner);
  const path = location === "" ? byHash : new URL(location, url).pathname;
  const owned = resources.move();
  return {
    address,
    at: { host: "127.0.0.1", port: Number(new URL(url).port) },
    post: post.id,
    path,
    target: `${node.url}${path}`,
    feed: `${node.url}/feed.xml`,
    statuses,
    serve: (document) => server.url(`/${documents.push(document) - 1}`),
    async get(asked) {
      const { location } = await call(asked, from);
      if (location !== "") await call(new URL(location, url).pathname, from);
    },
    form: (path, fields) =>
      call(path, from, {
        body: new URLSearchParams(fields).toString(),
        type: "application/x-www-form-urlencoded",
      }),
    ask: askBy(from),
    own: askBy(owner, token),
    publish: (text) => node.publish(text),
    settle: async () => {
      await Promise.race([node.order({ do: "settle" }), pause(patienceMs)]);
    },
    untilSettled: (location) =>
      untilTrue(async () => {
        const { answer } = await call(new URL(location, url).pathname, owner);
        return !answer.includes('"waiting"');
      }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function asDisposable(agent: Agent): Agent & AsyncDisposable {
  return Object.assign(agent, { [Symbol.asyncDispose]: () => agent.destroy() });
}
