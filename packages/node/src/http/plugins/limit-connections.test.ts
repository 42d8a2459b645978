import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openHttpNode } from "../../../test/support/http-node.ts";
import { connectRaw, requestText } from "../../../test/support/raw-connection.ts";
import { limits } from "../../limiter/limits.ts";
import { limitConnections } from "./limit-connections.ts";

let resources: AsyncDisposableStack;
beforeEach(() => {
  resources = new AsyncDisposableStack();
});
afterEach(() => resources[Symbol.asyncDispose]());

const most = limits.pipelinedRequests;
const ask = (path: string, times: number) =>
  requestText(`GET ${path}`, { connection: "keep-alive" }).repeat(times);
const countAnswers = (heard: string) => heard.match(/HTTP\/1\.1 200 /g)?.length ?? 0;

test("a connection with more requests than may wait for their answers ends", async () => {
  let asked = 0;
  const server = createServer(() => {
    asked += 1;
  });
  limitConnections(server, { connectionsPerAddress: 256, trustProxy: false, tls: null });
  await once(server.listen(0, "127.0.0.1"), "listening");
  resources.defer(() => void server.close());
  const made = resources.use(await connectRaw((server.address() as AddressInfo).port));
  made.socket.write(ask("/", most));
  await expect.poll(() => asked).toBe(most);
  expect(made.closed()).toBe(false);
  made.socket.write(ask("/", 1));
  await made.ended;
});

test.each(["/ewp/profile", "/livez"])(
  "a node answers as many of %s on one connection, and again as many",
  async (path) => {
    const node = resources.use(await openHttpNode());
    resources.use(node.ctx.store.watch());
    await expect.poll(() => node.ctx.store.version(), { timeout: 20_000 }).not.toBeNull();
    let asked = 0;
    node.app.addHook("onRequest", (_request, _reply, done) => {
      asked += 1;
      done();
    });
    const port = await node.listen();
    const made = resources.use(await connectRaw(port));
    for (const answers of [1, most + 1]) {
      made.socket.write(ask(path, answers === 1 ? 1 : most));
      await expect.poll(() => countAnswers(made.heard())).toBe(answers);
    }
    // The first may be answered at once, and then does not wait.
    made.socket.write(ask(path, most + 2));
    await made.ended;
    expect(countAnswers(made.heard())).toBeLessThanOrEqual(2 + 2 * most);
    expect(asked).toBeLessThanOrEqual(2 + 2 * most);
  },
);
