import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCertificateAuthority } from "../support/certificates.ts";
import { type GraphqlNode, openGraphqlNode } from "../support/graphql-node.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";

const password = "correct horse";
const origin = "https://ada.example";

let folder: string;
let server: MailServer;
let node: GraphqlNode;
let logins = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-logins-"));
  const authority = await createCertificateAuthority();
  await writeFile(join(folder, "ca.pem"), authority.certificate);
  server = await startMailServer({
    ...(await authority.issue(["localhost", "127.0.0.1"])),
    authOptional: false,
    onAuth(auth, _session, callback) {
      logins += 1;
      if (auth.password === password) callback(null, { user: auth.username });
      else callback(new Error("no"));
    },
  });
  node = await openNode();
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const openNode = (install = true) =>
  openGraphqlNode({
    install,
    settings: { FREEHOLD_ALLOW_PRIVATE_PEERS: "true", FREEHOLD_PEER_CA: join(folder, "ca.pem") },
  });

/** Has a node check the mail server. @returns status, body, and how many logins the server saw by it */
async function check(at: GraphqlNode, word: string, headers: Record<string, string>, remoteAddress: string) {
  const before = logins;
  const mailTransport = server.url(`ada:${encodeURIComponent(word)}`);
  const payload = { mailTransport };
  const reply = await at.app.inject({
    method: "POST",
    url: "/api/smtp_check",
    payload,
    headers,
    remoteAddress,
  });
  return [reply.statusCode, reply.json(), logins - before];
}

const callers: Record<string, () => Promise<Record<string, string>>> = {
  anybody: async () => ({}),
  "a page of the node's own, without a session": async () => ({ origin }),
  "a session that is none": async () => ({ cookie: "freehold_session=x", origin }),
  "another site, with the owner's session": async () => ({
    cookie: `freehold_session=${await node.signIn()}`,
    origin: "https://evil.example",
  }),
  "a form of another site": async () => ({
    cookie: `freehold_session=${await node.signIn()}`,
    "sec-fetch-site": "cross-site",
  }),
  "a program of the owner's": async () => ({
    authorization: `Bearer ${await node.token("manage:settings")}`,
  }),
  "a bearer that is none": async () => ({ authorization: "Bearer x" }),
};

it("tries a login only for the owner, and does not distinguish a right one from a wrong one", async () => {
  for (const [index, [name, headersOf]] of Object.entries(callers).entries()) {
    const headers = await headersOf();
    for (const word of [password, "wrong"]) {
      const found = await check(node, word, headers, `203.0.113.${index}`);
      const error = expect.stringMatching(/^login: .*sign in to check it$/);
      expect(found, name).toEqual([400, { valid: false, error }, 0]);
    }
  }
});

it("tries it for the owner's session, by cookie or bearer", async () => {
  const token = await node.signIn();
  const sessions: Record<string, string>[] = [
    { cookie: `freehold_session=${token}`, origin },
    { cookie: `freehold_session=${token}`, "sec-fetch-site": "same-origin" },
    { authorization: `Bearer ${token}` },
  ];
  for (const headers of sessions) {
    expect(await check(node, password, headers, "127.0.0.1")).toEqual([200, { valid: true }, 1]);
  }
});

it("tries it for the installer while the node has no owner", async () => {
  await using fresh = await openNode(false);
  expect(await check(fresh, password, {}, "127.0.0.1")).toEqual([200, { valid: true }, 1]);
});
