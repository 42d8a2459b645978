import { request } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it } from "vitest";
import { limitBodyTime } from "./broken-request.ts";

let app: FastifyInstance;
beforeEach(async () => {
  app = Fastify();
  limitBodyTime(app, 50);
  app.addContentTypeParser("*", { parseAs: "string" }, async (_request: unknown, body: string) => body);
  app.post("/*", async ({ body }) => body);
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  await app.close();
});

/** Sends the two halves of a body, the second one well after the limit. */
function sendSlowly(path: string, type: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    const headers = { "content-type": type };
    const call = request({ port, host: "127.0.0.1", path, method: "POST", headers }, (reply) => {
      let text = "";
      reply.on("data", (chunk) => {
        text += chunk;
      });
      reply.on("end", () => resolve(`${reply.statusCode} ${text}`));
    });
    call.on("error", reject);
    call.write("one ");
    setTimeout(() => call.end("two"), 300);
  });
}

it("ends a request whose body does not come", async () => {
  expect(await sendSlowly("/api/graphql", "application/json")).toBe('408 {"error":"INVALID_PAYLOAD"}');
  expect(await sendSlowly("/ewp/connections", "multipart/form-data; boundary=b")).toMatch(/^408 /);
});

it("lets a file take its time, and what comes in time", async () => {
  expect(await sendSlowly("/api/graphql?x", "multipart/form-data; boundary=b")).toBe("200 one two");
  const { port } = app.server.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}/x`, { method: "POST", body: "all" });
  expect(await reply.text()).toBe("all");
});
