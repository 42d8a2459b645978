import fc from "fast-check";
import type { Caller } from "../target/inventory.ts";
import { agentMessage } from "./agent-messages.ts";
import { hubForm, importFile, mentionForm, pastedForm, sourceUrl } from "./foreign-sources.ts";
import { graphqlOperation, searchQuery } from "./graphql-bodies.ts";
import { type Body, formBody, jsonBody, operationBody } from "./odd-bodies.ts";
import { oddJson, oddText, urlText } from "./odd-values.ts";
import { type Signing, signedEnvelope } from "./signed-bodies.ts";

/** The special parts of a route's requests; everything else is for all routes alike. */
export interface RouteRequests {
  /** How often it is asked, beside the others; 1 unless told otherwise. */
  readonly weight?: number;
  readonly params?: Readonly<Record<string, fc.Arbitrary<string>>>;
  readonly query?: Readonly<Record<string, fc.Arbitrary<string>>>;
  readonly body?: fc.Arbitrary<Body>;
  /** Headers that each of its requests has, before other ones. */
  readonly headers?: readonly (readonly [string, string])[];
  /** Whether parts of its reply are asked for. */
  readonly isBytes?: boolean;
  /** The callers that alone ask for it; everybody without it. */
  readonly callers?: readonly Caller[];
}

/** A browser sends it for a script of the dashboard. */
const fromScript = [["Sec-Fetch-Dest", "empty"]] as const;

/**
 * The routes whose requests have parameters, a query, a body or another weight. A route without an entry gets plain requests; a
 * test fails where a route with parameters or a body has none.
 */
export function routeRequests(signing: Signing): Readonly<Record<string, RouteRequests>> {
  const { inventory, untrustedPeers } = signing;
  const some = (...known: readonly (string | number)[]) =>
    known.length > 0
      ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known.map(String)) }, oddText)
      : oddText;
  const address = some(inventory.owner, ...untrustedPeers.map((one) => one.address), `0x${"0".repeat(40)}`);
  const hash = some(
    ...inventory.hashes,
    ...inventory.hashes.map((one) => one.toUpperCase()),
    `0x${"ab".repeat(32)}`,
  );
  const key = fc.oneof(some(...inventory.ids, 0), hash);
  const number = some(0, 1, 2, 1000, 1001, 2 ** 53, ...inventory.timestamps);
  const link = { id: some(...inventory.comments, 1), token: some("A".repeat(43), "short") };
  const envelope = (...kinds: Parameters<typeof signedEnvelope>[0][]) =>
    jsonBody(fc.oneof(...kinds.map((kind) => signedEnvelope(kind, signing))));
  const visitor = jsonBody(
    fc.oneof(
      address.map((one): unknown => ({ address: one })),
      oddJson,
    ),
  );
  const probe = { nonce: some("ab".repeat(16)) };
  const comments = { query: link, body: formBody(link) };
  const index = {
    since: fc.oneof(number, fc.constantFrom("2026-01-01T00:00:00Z")),
    limit: number,
    page: number,
  };
  const page = { after: some("MTA", "MTAuMTA", "MS4xLjE") };
  const reader = { s: some("1.A", "1") };
  const tag = { tag: some("tag", "#tag", "字") };
  const elsewhere = `https://localhost:9/publications/0x${"ab".repeat(32)}`;
  const verified = fc.oneof(
    {
      weight: 4,
      arbitrary: some(
        ...inventory.hashes,
        ...inventory.ids,
        ...inventory.slugs.map((one) => `/slug/${one}`),
        elsewhere,
      ),
    },
    sourceUrl(signing, "page").map((one) => one.replace("/page/", "/publications/")),
    sourceUrl(signing, "page").map((one) => one.replace("/page/", "/slug/a")),
  );
  const graphql = operationBody(graphqlOperation(signing));
  const reads: Readonly<Record<string, RouteRequests>> = {
    "/": { query: { page: number }, weight: 2 },
    "/:key(^[0-9a-f]{32}).txt": { params: { key: some("ab".repeat(16)) } },
    "/api/contents/:id": {
      params: { id: some(...inventory.ids) },
      query: { thumb: some("sm", "md", "lg") },
      weight: 3,
      isBytes: true,
    },
    "/api/graphql": { body: graphql },
    "/ens/:address": { params: { address } },
    "/api/portraits/:address": { params: { address: oddText } },
    "/archive": { query: { page: number } },
    "/assets/:name": { params: { name: oddText } },
    "/badge/:name": {
      params: { name: some(...inventory.slugs.map((one) => `${one}.svg`), "1.svg") },
      query: { theme: some("light", "dark") },
    },
    "/comments/confirm": { query: link },
    "/comments/delete": { query: link },
    "/comments/sent": { query: { post: some(...inventory.ids) } },
    "/comments/:id/delete": { params: { id: some(...inventory.comments, 1) } },
    "/console/*": { params: { "*": oddText } },
    "/ewp/contents/:contentHash": {
      params: { contentHash: hash },
      query: { timestamp: number, thumb: some("sm", "md", "lg", "xl") },
      weight: 4,
      isBytes: true,
    },
    "/ewp/publications": { query: index, weight: 3 },
    "/followers": { query: page },
    "/following": { query: page },
    "/icons/:name": { params: { name: some("180.png", "181.png") } },
    "/newsletter/confirm": { query: link },
    "/newsletter/preferences": { query: reader },
    "/newsletter/unsubscribe": { query: reader },
    "/pictures/:hash/:name": {
      params: {
        hash: some(...inventory.hashes, `0x${"ab".repeat(32)}`, "2019"),
        name: some("400.webp", "2400.webp", "1200.jpg", "avatar-96.webp", "cat.jpg"),
      },
      isBytes: true,
    },
    "/publications/:key": { params: { key }, query: { comments: some("MTA", "MTAuMTA") }, weight: 2 },
    "/publications/:key/card.png": { params: { key } },
    "/publications/:key/diagrams/:name": {
      params: { key, name: some("1.svg", "0.svg") },
      query: { theme: some("light", "dark") },
    },
    "/publications/:key/file": { params: { key }, weight: 2, isBytes: true },
    "/search": { query: { ...page, q: searchQuery }, weight: 3 },
    "/tags": { query: page },
    "/tags/:tag": { params: tag, query: page, weight: 2 },
    "/tags/:tag/feed.xml": { params: tag },
    "/tags/:tag/atom.xml": { params: tag },
    "/tags/:tag/feed.json": { params: tag },
    "/slug/:slug": { params: { slug: some(...inventory.slugs) }, weight: 2 },
    "/verify": { query: { of: verified } },
    "/webmention/:key": { params: { key: some("A".repeat(43), "short") } },
  };
  const both = Object.entries(reads).flatMap(([path, made]) => [
    [`GET ${path}`, made],
    [`HEAD ${path}`, { ...made, weight: 1 }],
  ]);
  return {
    ...Object.fromEntries(both),
    // A reply to whoever may have it does not end.
    "GET /api/events": { callers: ["anonymous", "forged", "expired"] },
    "POST /api/figures": {
      body: jsonBody(
        fc.oneof(
          fc.array(oddText).map((figures): unknown => ({ figures })),
          oddJson,
        ),
      ),
    },
    "POST /api/preview": {
      body: jsonBody(
        fc.oneof(
          fc.tuple(oddText, some(...inventory.ids)).map(([markdown, id]): unknown => ({ markdown, id })),
          oddJson,
        ),
      ),
    },
    "GET /api/site": { callers: ["anonymous", "forged", "expired"] },
    "GET /newsletter/preview/:id": { params: { id: some(...inventory.ids) } },
    "POST /newsletter/confirm": { body: formBody(link) },
    "POST /newsletter/preferences": { query: reader, body: formBody({ tags: oddText }) },
    "POST /newsletter/unsubscribe": {
      query: reader,
      body: formBody({ "List-Unsubscribe": some("One-Click") }),
    },
    "POST /subscribe": { body: formBody({ mail: some("bea@example.org") }) },
    "POST /webmention": {
      body: mostly(
        mentionForm(signing),
        formBody({ source: sourceUrl(signing, "page"), target: some(`${inventory.url}/slug/a`) }),
      ),
      weight: 6,
    },
    "POST /websub": {
      body: mostly(
        hubForm(signing),
        formBody({
          "hub.mode": some("subscribe", "unsubscribe"),
          "hub.topic": some(`${inventory.url}/feed.xml`),
          "hub.callback": some("https://localhost:9/a"),
          "hub.lease_seconds": number,
        }),
      ),
      weight: 6,
    },
    "GET /api/export": { query: { private: some("true", "yes") } },
    "POST /api/export": { query: { private: some("true", "yes") } },
    "GET /api/import/report": { headers: fromScript },
    "POST /api/export/signed": { headers: fromScript, body: jsonBody(oddJson) },
    "POST /api/import": {
      query: { name: some("a.xml", "a.zip", "a.json", "a.md", "a.car", "../a.zip") },
      body: importFile,
      headers: fromScript,
      weight: 16,
    },
    "POST /api/graphql": { body: graphql, weight: 40 },
    "PUT /api/graphql": { body: graphql },
    "PATCH /api/graphql": { body: graphql },
    "DELETE /api/graphql": { body: graphql },
    "POST /api/install": { body: envelope("DATA"), weight: 2 },
    "POST /api/install/diagnosis": {
      body: jsonBody(
        fc.oneof(
          oddText.map((url): unknown => ({ url })),
          oddJson,
        ),
      ),
    },
    "POST /api/smtp_check": {
      body: jsonBody(
        fc.oneof(
          some("smtp://127.0.0.1:9", "smtps://localhost:9").map((mailTransport): unknown => ({
            mailTransport,
          })),
          oddJson,
        ),
      ),
    },
    "POST /mcp": { body: jsonBody(agentMessage(inventory)), weight: 4 },
    "POST /api/visitors": { body: visitor },
    "DELETE /api/visitors": { body: visitor },
    "GET /api/probe/:nonce": { params: probe },
    "POST /api/probe/:nonce": { params: probe, body: jsonBody(oddJson) },
    "PATCH /api/probe/:nonce": { params: probe, body: jsonBody(oddJson) },
    "DELETE /api/probe/:nonce": { params: probe, body: jsonBody(oddJson) },
    "GET /api/probe/:nonce/ewp/profile": { params: probe },
    "POST /comments/confirm": comments,
    "POST /comments/delete": comments,
    "POST /comments": {
      body: formBody({
        post: some(...inventory.ids),
        body: oddText,
        name: some("Bea"),
        mail: some("bea@example.org"),
      }),
      weight: 2,
    },
    "POST /comments/:id/delete": {
      params: { id: some(...inventory.comments, 1) },
      body: formBody({ mail: some("bea@example.org") }),
    },
    "POST /verify": { body: fc.oneof(formBody({ of: verified }), pastedForm(signing)), weight: 6 },
    "POST /preferences": {
      body: formBody({
        language: some("en", "zh-Hans"),
        theme: some("dark", "neon"),
        back: some("/", "//x", "/slug/a"),
      }),
    },
    "POST /ewp/connections": { body: envelope("CreateConnection"), weight: 8 },
    "DELETE /ewp/connections": { body: envelope("DestroyConnection"), weight: 8 },
    "POST /ewp/publications": { body: envelope("StatementOfSource"), weight: 8 },
    "PATCH /ewp/nodes/:address": { params: { address }, body: envelope("NodeProfileUpdate"), weight: 8 },
    "POST /ewp/replications": { body: envelope("StatementOfSource"), weight: 8 },
  };
}

function mostly<T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: other });
}

/** A path of a route's pattern, with parameters filled in. */
export function pathOf(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(/:(\w+)|\*/g, (match, name: string | undefined) => params[name ?? match] ?? "");
}

/** The texts of a route's parameters as a URL has them. */
export function paramsOf({ params = {} }: RouteRequests): fc.Arbitrary<Record<string, string>> {
  return fc.record(Object.fromEntries(Object.entries(params).map(([name, text]) => [name, urlText(text)])));
}

/** A query: the parameters that the route knows, perhaps twice, and others. */
export function queryOf({ query = {} }: RouteRequests): fc.Arbitrary<string> {
  const pairs = [...Object.entries(query), ["odd", oddText] as const].map(([name, text]) =>
    urlText(text).map((value) => `${name}=${value}`),
  );
  return fc
    .array(fc.oneof(...pairs), { maxLength: 3 })
    .map((all) => (all.length > 0 ? `?${all.join("&")}` : ""));
}
