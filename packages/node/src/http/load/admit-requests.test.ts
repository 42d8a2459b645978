import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import type { Context } from "../../context.ts";
import { createMetrics } from "../../metrics/create-metrics.ts";
import { admitRequests } from "./admit-requests.ts";
import { createAdmission, type Rank } from "./create-admission.ts";
import { createLine } from "./create-line.ts";
import { limits } from "./limits.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A server whose work takes until it is let go. */
async function serve(line = createLine()) {
  const app = Fastify({ forceCloseConnections: true });
  const admission = createAdmission(line);
  const metrics = createMetrics();
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const failurePage = (reply: { send(text: string): unknown }) => reply.send("");
  // Nobody brings a token, and so the store is not asked.
  admitRequests(app, {} as Pick<Context, "store">, {
    line,
    admission,
    metrics,
    failurePage: failurePage as never,
  });
  app.all("/*", async (_request, reply) => {
    begun += 1;
    await gate.promise;
    return reply.send("done");
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  ends.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const call = async (text: string) => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.on("error", () => {});
    socket.write(text);
    return socket;
  };
  const left = async () => (await metrics.left.get()).values[0]?.value;
  return { admission, call, letGo: gate.resolve, begun: () => begun, left };
}

const get = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";

test("who leaves while their request is worked on takes no place any more", async () => {
  const { admission, call, letGo, begun, left } = await serve();
  const sockets = await Promise.all(Array.from({ length: 20 }, () => call(get)));
  // Some wait in a line of their own connection.
  sockets.push(await call(get.repeat(3)));
  await vi.waitFor(() => expect(begun()).toBeGreaterThan(20));
  expect(admission.open).toBe(begun());
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(() => expect(admission.open).toBe(0));
  expect(await left()).toBe(begun());
  letGo();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(admission.open).toBe(0);
});

test("neither does who leaves while their body comes, and who stays is counted once", async () => {
  const { admission, call, letGo, begun, left } = await serve();
  const half = await call(
    "POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
  );
  const whole = await call(get);
  await vi.waitFor(() => expect(begun()).toBe(1));
  half.destroy();
  letGo();
  const [reply] = (await once(whole, "data")) as [Buffer];
  expect(reply.toString()).toContain("done");
  whole.destroy();
  await vi.waitFor(() => expect(admission.open).toBe(0));
  expect(await left()).toBe(0);
});

test("as many as may leave do, and the next one is let in", async () => {
  const { admission, call, letGo, begun } = await serve();
  for (let round = 0; round < limits.openGuests; round += 100) {
    const sockets = await Promise.all(Array.from({ length: 100 }, () => call(get)));
    await vi.waitFor(() => expect(begun()).toBe(round + 100));
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(admission.open).toBe(0));
  }
  letGo();
  const [reply] = (await once(await call(get), "data")) as [Buffer];
  expect(reply.toString()).toContain("200 OK");
});

test("who leaves before their turn is not worked for", async () => {
  const held: (() => boolean)[] = [];
  const line = { ...createLine(), enter: (_rank: Rank, begin: () => boolean) => void held.push(begin) };
  const { admission, call, letGo, begun, left } = await serve(line);
  const [gone, here] = [await call(get), await call(get)];
  await vi.waitFor(() => expect(held).toHaveLength(2));
  expect(admission.open).toBe(2);
  gone.destroy();
  await vi.waitFor(() => expect(admission.open).toBe(1));
  expect(held.map((begin) => begin())).toContain(false);
  expect(begun()).toBe(1);
  letGo();
  const [reply] = (await once(here, "data")) as [Buffer];
  expect(reply.toString()).toContain("200 OK");
  expect(await left()).toBe(1);
});

test("what watches over the process waits for no turn", async () => {
  const line = { ...createLine(), enter: () => {} };
  const { call, begun } = await serve(line);
  const socket = await call("GET /livez HTTP/1.1\r\nhost: a\r\n\r\n");
  await vi.waitFor(() => expect(begun()).toBe(1));
  socket.destroy();
});
