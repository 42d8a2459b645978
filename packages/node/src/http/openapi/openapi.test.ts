import { subscribe } from "node:diagnostics_channel";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { endpoints } from "@freehold/protocol";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { listModules } from "../../module.ts";
import { application } from "../api/routes.ts";

interface Description {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; responses: Record<string, { content?: Record<string, { schema: object }> }> }
    >
  >;
  components: { schemas: Record<string, object> };
}

const root = join(import.meta.dirname, "../../../../..");
let node: HttpNode;
let description: Description;
/** The paths that the server answers. */
const routes = new Set<string>();

/** Paths for which other callers get 404, or that are useless to them. */
const ofTheDashboard = [
  "/api/backup",
  "/api/export",
  "/api/export/signed",
  "/api/figures",
  "/api/import",
  "/api/import/report",
  "/api/install/diagnosis",
  "/api/preview",
  "/api/probe/:nonce",
  "/api/probe/:nonce/ewp/profile",
  "/api/site",
];

beforeAll(async () => {
  subscribe("fastify.initialization", (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", ({ url }) => void routes.add(url));
  });
  node = await openHttpNode();
  const reply = await node.app.inject("/api/openapi.json");
  expect(reply.headers["content-type"]).toContain("application/json");
  expect(reply.headers["access-control-allow-origin"]).toBe("*");
  description = reply.json();
});
afterAll(() => node[Symbol.asyncDispose]());

/** Checks JSON against the answer that the description promises. */
function findProblems(path: string, method: string, status: number, answer: unknown): unknown {
  const schema = description.paths[path]?.[method]?.responses[status]?.content?.["application/json"]?.schema;
  if (!schema) throw new Error(`${method} ${path} has no answer ${status}`);
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const check = ajv.compile({ ...schema, components: description.components });
  check(answer);
  return check.errors ?? [];
}

it("is of version 3.1, every reference leads somewhere, and no operation has another's name", () => {
  expect(description.openapi).toBe("3.1.0");
  const references = [...JSON.stringify(description).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
  expect(references.length).toBeGreaterThan(10);
  for (const [, name = ""] of references) expect(description.components.schemas).toHaveProperty(name);
  const names = Object.values(description.paths).flatMap((path) =>
    Object.values(path).map((one) => one.operationId),
  );
  expect(new Set(names).size).toBe(names.length);
});

it("has every endpoint of the protocol, and routes that the server has", () => {
  for (const { path, method } of Object.values(endpoints)) {
    expect(description.paths[path.replace(/:(\w+)/g, "{$1}")]).toHaveProperty(method.toLowerCase());
  }
  for (const [path, operations] of Object.entries(description.paths)) {
    const url = path.replace(/\{(\w+)\}/g, ":$1");
    for (const method of Object.keys(operations)) {
      expect([path, method, node.app.hasRoute({ url, method: method.toUpperCase() as "GET" })]).toEqual([
        path,
        method,
        true,
      ]);
    }
  }
});

it("has every endpoint below /api, but what only the dashboard calls and itself", () => {
  const described = Object.keys(description.paths).map((path) => path.replace(/\{(\w+)\}/g, ":$1"));
  const found = [...routes].filter((url) => url.startsWith("/api/") && !described.includes(url));
  expect(found.sort()).toEqual([...ofTheDashboard, "/api/openapi.json"].sort());
});

it("has what modules say of their routes, and nothing of these stands in the core", async () => {
  const ofModules = await Promise.all(listModules().map(({ api }) => api?.() ?? {}));
  const paths = ofModules.flatMap((module) => Object.keys(module));
  expect(paths).toEqual(expect.arrayContaining(["/mcp", "/webmention", "/websub"]));
  for (const path of paths) expect(description.paths).toHaveProperty([path]);
  expect(application.flatMap((part) => Object.keys(part)).filter((path) => paths.includes(path))).toEqual([]);
});

it("is found from the catalogue of interfaces (RFC 9727)", async () => {
  const reply = await node.app.inject("/.well-known/api-catalog");
  expect(reply.headers["content-type"]).toContain("application/linkset+json");
  const { linkset } = reply.json() as { linkset: Record<string, { href: string }[]>[] };
  const { href = "" } = linkset[0]?.["service-desc"]?.[0] ?? {};
  expect((await node.app.inject(new URL(href).pathname)).json()).toEqual(description);
  const paths = linkset.flatMap(({ item = [] }) => item.map((one) => new URL(one.href).pathname));
  expect(paths).toEqual(["/", "/api/graphql"]);
  const pages = linkset.flatMap((one) => one["service-doc"] ?? []);
  expect(pages).toHaveLength(2);
  for (const page of pages) expect(existsSync(join(root, "docs", basename(page.href)))).toBe(true);
});

it("describes real answers", async () => {
  await node.publish("# Signed");
  const get = async (path: string) => (await node.app.inject(path)).json();
  expect(findProblems("/ewp/profile", "get", 200, await get("/ewp/profile"))).toEqual([]);
  expect(findProblems("/ewp/publications", "get", 200, await get("/ewp/publications"))).toEqual([]);
  expect(findProblems("/ewp/publications", "get", 400, await get("/ewp/publications?limit=0"))).toEqual([]);
  expect(findProblems("/api/install", "get", 200, await get("/api/install"))).toEqual([]);
  expect(findProblems("/api/visitors", "get", 200, await get("/api/visitors"))).toEqual([]);
  expect(findProblems("/ewp/profile", "get", 200, { address: 1 })).not.toEqual([]);
});

it("describes real answers of the application, refusals too", async () => {
  const ask = async (method: "GET" | "POST", url: string, payload?: object, authorization?: string) => {
    const headers = { ...(authorization && { authorization }), accept: "application/json" };
    const reply = await node.app.inject({ method, url, ...(payload && { payload }), headers });
    expect([
      url,
      reply.statusCode,
      findProblems(url, method.toLowerCase(), reply.statusCode, reply.json()),
    ]).toEqual([url, reply.statusCode, []]);
    return reply.statusCode;
  };
  const wrong = "Bearer fht_wrong";
  expect(await ask("POST", "/api/graphql", { query: "{ profile { title } }" })).toBe(200);
  expect(await ask("POST", "/api/graphql", { query: "{ nothing }" })).toBe(200);
  expect(await ask("POST", "/api/graphql", { no: "query" })).toBe(400);
  expect(await ask("POST", "/api/graphql", { query: "{ profile { title } }" }, wrong)).toBe(401);
  expect(await ask("POST", "/mcp", {})).toBe(401);
  expect(await ask("GET", "/api/events", undefined, wrong)).toBe(401);
  expect(await ask("POST", "/api/install", {})).toBe(500);
  expect(await ask("POST", "/api/smtp_check", { mailTransport: "nowhere" })).toBe(400);
});

it("describes parts of bytes, and what the caller has already", async () => {
  const { contentHash } = await node.publish("# In parts");
  const statuses = Object.keys(description.paths["/ewp/contents/{contentHash}"]?.get?.responses ?? {});
  for (const headers of [
    { range: "bytes=0-1" },
    { range: "bytes=900-" },
    { "if-none-match": `"${contentHash}"` },
  ]) {
    const { statusCode } = await node.app.inject({ url: `/ewp/contents/${contentHash}`, headers });
    expect([206, 304, 416]).toContain(statusCode);
    expect(statuses).toContain(String(statusCode));
  }
});
