import type { Address } from "viem";
import { isAddress } from "viem";
import type { TestNetwork, TestReply } from "../test-network.ts";
import type { Profile } from "./state.ts";

/** How the reference program calls others. */
export interface CallOut {
  /** A profile read: the agent of its runtime and nothing else. Null when there is none. */
  profile(url: string): Promise<Profile | null>;
  /** A read of index or contents. */
  sync(url: string): Promise<TestReply>;
  /** A signed message, once. Null when nobody answered. */
  send(
    method: "POST" | "DELETE" | "PATCH",
    url: string,
    body: object,
    headers?: Record<string, string>,
  ): Promise<TestReply | null>;
}

export function createCallOut(network: Pick<TestNetwork, "fetch">): CallOut {
  return {
    async profile(url) {
      const headers = { "user-agent": "node" };
      const reply = await network.fetch(`${url}/ewp/profile`, { headers }).catch(() => null);
      return reply?.status === 200 ? readProfile(reply.json) : null;
    },
    sync: (url) => network.fetch(url, { headers: { "user-agent": "ePress-Sync/0.2.11" } }),
    send: (method, url, body, headers = {}) =>
      network.fetch(url, { method, body, headers: { "user-agent": "node", ...headers } }).catch(() => null),
  };
}

function readProfile(json: unknown): Profile | null {
  const profile = Object(json);
  const { address } = profile;
  if (typeof address !== "string" || !isAddress(address, { strict: true })) return null;
  return { ...profile, address: address as Address };
}
