import { subscribe } from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";
import { expect, it } from "vitest";
import { openHttpNode } from "../../packages/node/test/support/http-node.ts";
import { routesWithoutView, siteViews } from "./site-views.ts";

const routes = new Set<string>();
subscribe("fastify.initialization", (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook("onRoute", ({ method, url }) => {
    if ([method].flat().includes("GET")) routes.add(url);
  });
});

/** For programs, and the dashboard, which has its own list. */
const isElsewhere = (url: string) => /^\/(?:api|ewp|console|install|assets|\.well-known)(?:\/|$)/.test(url);

it("has a view of each route that answers a page", async () => {
  await using node = await openHttpNode();
  await node.publish("# A post", { slug: "a-post" });
  const viewed = new Set(Object.values(siteViews).map(({ route }) => route));
  const forgotten = [];
  for (const url of routes) {
    if (isElsewhere(url) || viewed.has(url) || routesWithoutView.includes(url)) continue;
    const reply = url.includes(":") || url.includes("*") ? null : await node.app.inject(url);
    if (reply === null || String(reply.headers["content-type"]).startsWith("text/html"))
      forgotten.push(`${url} ${reply?.statusCode}`);
  }
  expect(forgotten).toEqual([]);
  for (const route of [...viewed, ...routesWithoutView]) if (route !== null) expect(routes).toContain(route);
});
