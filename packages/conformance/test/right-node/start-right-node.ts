import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Certificate } from "../../src/peer/serve-peer.ts";
import { createKey, type Key } from "../../src/signing/key.ts";
import { answer } from "./answer.ts";
import { type Behaviour, rightBehaviour } from "./behaviour.ts";
import { createPeers } from "./call-peer.ts";
import { errorAnswer, readAsked } from "./http.ts";
import { createState, type State } from "./state.ts";

export interface RightNode extends AsyncDisposable {
  readonly url: string;
  readonly state: State;
  /** Paths with queries of all requests so far. */
  readonly asked: readonly string[];
}

/**
 * Starts a node in memory on loopback that behaves as specification and decisions require, except for `wrong`.
 *
 * @param authority the trusted authority, PEM
 */
export async function startRightNode(
  certificate: Certificate,
  authority: string,
  wrong: Partial<Behaviour> = {},
  owner: Key = createKey(),
): Promise<RightNode> {
  const behaviour: Behaviour = { ...rightBehaviour, ...wrong };
  const peers = createPeers(authority);
  const targets: string[] = [];
  let state: State | null = null;
  const server = createServer({ ...certificate }, async (request, response) => {
    if (!state) return void response.destroy();
    targets.push(request.url ?? "");
    const asked = await readAsked(request, behaviour.maxBodyBytes).catch((error: unknown) => ({ error }));
    const first =
      "error" in asked
        ? errorAnswer(asked.error)
        : (behaviour.instead(asked, state) ?? (await answer(state, asked, behaviour, peers)));
    const reply = "error" in asked ? first : behaviour.changeAnswer(first, asked, state);
    const length = reply.body === null ? {} : { "content-length": reply.body.length };
    response.writeHead(reply.status, { ...reply.headers, ...length }).end(reply.body ?? undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  state = createState(url, owner);
  return {
    url,
    state,
    asked: targets,
    async [Symbol.asyncDispose]() {
      peers[Symbol.dispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
