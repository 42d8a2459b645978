import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createSelfSignedCertificate } from "../../../test/support/certificates.ts";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";

let resources = new AsyncDisposableStack();
afterEach(async () => {
  await resources.disposeAsync();
  resources = new AsyncDisposableStack();
});

/** One path of each kind of reply, pages of errors among them. */
const paths = [
  "/",
  "/ewp/profile",
  "/ewp/publications",
  "/ewp/nothing",
  "/feed.xml",
  "/search?q=a",
  "/verify",
  "/nothing",
  "/api/install",
  "/api/visitors",
  "/api/openapi.json",
  "/api/nothing",
  "/mcp",
  "/livez",
  "/metrics",
  "/console",
];

/** Asks twice, since the second answer may come from memory. */
async function replies({ app }: HttpNode) {
  const asked = [...paths, ...paths].map(async (path) => [path, (await app.inject(path)).headers] as const);
  const posted = await app.inject({ method: "POST", url: "/api/graphql", payload: { query: "{ nothing }" } });
  return [...(await Promise.all(asked)), ["GraphQL", posted.headers] as const];
}

test("no reply has its type guessed, and pages may use no device", async () => {
  const node = resources.use(await openHttpNode());
  for (const [path, headers] of await replies(node)) {
    expect([path, headers["x-content-type-options"]]).toEqual([path, "nosniff"]);
    expect([path, headers["strict-transport-security"]]).toEqual([path, undefined]);
    const isPage = headers["content-type"]?.startsWith("text/html") ?? false;
    expect([path, String(headers["permissions-policy"]).includes("camera=()")]).toEqual([path, isPage]);
  }
});

test("over its own TLS every reply asks browsers to stay with it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-tls-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const { cert, key } = await createSelfSignedCertificate(["localhost"]);
  await writeFile(join(folder, "cert.pem"), cert);
  await writeFile(join(folder, "key.pem"), key);
  const settings = { FREEHOLD_TLS_CERT: join(folder, "cert.pem"), FREEHOLD_TLS_KEY: join(folder, "key.pem") };
  const node = resources.use(await openHttpNode({ settings }));
  for (const [path, headers] of await replies(node))
    expect([path, headers["strict-transport-security"]]).toEqual([path, "max-age=31536000"]);
});
