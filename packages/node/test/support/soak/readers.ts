import type { Hash } from "@freehold/protocol";
import { Agent, request } from "undici";
import type { Actor } from "./rounds.ts";
import type { SoakNetwork } from "./soak-network.ts";

/** What the readers know of what was published. */
export interface Shelf {
  readonly posts: { id: number; hash: Hash; timestamp: number }[];
}

/** Readers, peers that look through the index, and programs that ask GraphQL without being anybody. */
export function createReaders(network: SoakNetwork, shelf: Shelf, count: number): Actor[] {
  const { random } = network;
  const post = () => shelf.posts[Math.floor(random() * shelf.posts.length)];
  const paths: readonly (() => string)[] = [
    () => "/",
    () => `/?page=${1 + Math.floor(random() * 20)}`,
    () => "/ewp/profile",
    () => "/ewp/avatar",
    () => `/ewp/publications?limit=${1 + Math.floor(random() * 200)}&page=${1 + Math.floor(random() * 3)}`,
    () => `/ewp/contents/${post()?.hash}?timestamp=${post()?.timestamp}`,
    () => `/ewp/contents/${post()?.hash}`,
    () => `/publications/${post()?.id}`,
    () => "/nothing/is/here",
    () => "/readyz",
    () => "/api/visitors",
  ];
  return Array.from({ length: count }, (_, index) => ({
    name: "reads",
    everyMs: 40,
    async act() {
      const path = paths[Math.floor(random() * paths.length)]?.() ?? "/";
      // Some go at once, others stay.
      if (index % 4 > 0) return await read(network.agent, `${network.url}${path}`);
      const once = new Agent({ connect: { ca: network.authority }, pipelining: 0 });
      await read(once, `${network.url}${path}`).finally(() => once.close());
    },
  }));
}

async function read(dispatcher: Agent, url: string): Promise<void> {
  const reply = await request(url, { dispatcher, headersTimeout: 30_000, bodyTimeout: 30_000 });
  await reply.body.dump({ limit: 10_000_000 });
  if (reply.statusCode >= 500) throw new Error(`${url} answered ${reply.statusCode}`);
}
