import { Agent, get, request } from "node:https";
import { type ParsedProfile, parseProfile } from "@freehold/protocol";
import type { Behaviour } from "./behaviour.ts";

/** The HTTP client of the right node. */
export interface Peers extends Disposable {
  /** The profile at a URL; null when it is missing or invalid. */
  profile(url: string, behaviour: Behaviour): Promise<ParsedProfile | null>;
  /** Content at a URL; null when it is missing. */
  content(
    url: string,
  ): Promise<{ bytes: Buffer; headers: Record<string, string | string[] | undefined> } | null>;
  /** Sends JSON. Returns the status of the reply, 0 without one. */
  post(url: string, json: object): Promise<number>;
}

interface Fetched {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** @param ca the authority to trust, PEM */
export function createPeers(ca: string): Peers {
  const agent = new Agent({ keepAlive: true, ca });
  const fetchBytes = (url: string, maxBytes: number) =>
    new Promise<Fetched>((resolve, reject) => {
      get(url, { agent }, (reply) => {
        const chunks: Buffer[] = [];
        let size = 0;
        reply.on("data", (chunk: Buffer) => {
          size += chunk.length;
          chunks.push(chunk);
          if (size > maxBytes) reply.destroy(new Error("too large"));
        });
        reply.on("error", reject);
        reply.on("end", () => {
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes: Buffer.concat(chunks) });
        });
      }).on("error", reject);
    });
  return {
    async profile(url, { maxProfileBytes, profileStatusFits }) {
      try {
        const fetched = await fetchBytes(`${url.replace(/\/+$/, "")}/ewp/profile`, maxProfileBytes);
        return profileStatusFits(fetched.status) ? parseProfile(JSON.parse(fetched.bytes.toString())) : null;
      } catch {
        return null;
      }
    },
    async content(url) {
      const { status, headers, bytes } = await fetchBytes(url, 1_000_000);
      return status === 200 ? { bytes, headers } : null;
    },
    post: (url, json) =>
      new Promise((resolve) => {
        const headers = { "content-type": "application/json" };
        request(url, { agent, method: "POST", headers }, (reply) => {
          reply.resume().on("close", () => resolve(reply.statusCode ?? 0));
        })
          .on("error", () => resolve(0))
          .end(JSON.stringify(json));
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}
