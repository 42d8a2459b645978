import { type EndpointName, endpoints, envelopeSchema } from "@freehold/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import { version } from "../../config/version.ts";
import { listModules } from "../../module.ts";
import { sendText } from "../bytes/send-bytes.ts";
import { type ApiPaths, describeErrors, type Operation, schemas } from "./parts.ts";
import { describeEndpoint, pathOf } from "./protocol.ts";

/**
 * OpenAPI 3.1 of this node: the protocol's endpoints from their table, then the application's and those of the modules.
 *
 * @param application as its routes describe themselves
 */
export async function describeApi(application: readonly ApiPaths[]): Promise<object> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { path, method } = endpoints[name];
    const at = pathOf(path);
    paths[at] = { ...paths[at], [method.toLowerCase()]: describeEndpoint(name) };
  }
  const ofModules = await Promise.all(listModules().map(({ api }) => api?.() ?? {}));
  for (const [path, operations] of [...application, ...ofModules].flatMap(Object.entries<ApiPaths[string]>)) {
    paths[path] = Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        {
          ...operation,
          tags: ["Application"],
          responses: { ...describeErrors(["RATE_LIMITED", "OVERLOADED"]), ...operation.responses },
        },
      ]),
    );
  }
  const signed = [
    ...new Set(Object.values(endpoints).flatMap(({ message }) => message ?? [])),
    "DATA" as const,
  ];
  const envelopes = signed.map((kind) => {
    const { $schema: _, ...schema } = envelopeSchema(kind) as Record<string, unknown>;
    return [kind, schema];
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Freehold",
      version,
      license: { name: "MIT", identifier: "MIT" },
      description:
        "An EWP node and its application. An error has its code in `error`. What only the dashboard calls is not here.",
    },
    servers: [{ url: "/" }],
    tags: [
      { name: "EWP", description: "The protocol, the same on every node" },
      { name: "Application", description: "The other endpoints of this program" },
    ],
    security: [],
    paths,
    components: {
      schemas: { ...schemas, ...Object.fromEntries(envelopes) },
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "`freehold token create` makes one." },
      },
    },
  };
}

let made: Promise<string> | null = null;

/** GET /api/openapi.json: the description of this node's HTTP interface, for programs of any site. */
export async function sendOpenApi(
  request: FastifyRequest,
  reply: FastifyReply,
  application: readonly ApiPaths[],
): Promise<FastifyReply> {
  made ??= describeApi(application).then((description) => JSON.stringify(description));
  reply.header("access-control-allow-origin", "*").header("cache-control", "public, max-age=3600");
  return sendText(request, reply, { text: await made, mediaType: "application/json; charset=utf-8" });
}

const documents = "https://github.com/freehold-ewp/freehold/blob/main/docs";

/**
 * GET /.well-known/api-catalog (RFC 9727): the interfaces of this node, and where each is described.
 *
 * @param url of this node; null before it is installed
 */
export function sendApiCatalog(reply: FastifyReply, url: string | null): FastifyReply {
  const at = (path: string) => (url === null ? path : new URL(path, url).href);
  const linkset = [
    {
      anchor: at("/"),
      "service-desc": [{ href: at("/api/openapi.json"), type: "application/json" }],
      "service-doc": [{ href: `${documents}/api-clients.md`, type: "text/html" }],
    },
    {
      anchor: at("/api/graphql"),
      "service-doc": [{ href: `${documents}/graphql.md`, type: "text/html" }],
    },
    {
      anchor: at("/.well-known/api-catalog"),
      item: [{ href: at("/") }, { href: at("/api/graphql") }],
    },
  ];
  return reply
    .header("access-control-allow-origin", "*")
    .header("link", `<${at("/.well-known/api-catalog")}>; rel="api-catalog"`)
    .type('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"')
    .send(JSON.stringify({ linkset }));
}
