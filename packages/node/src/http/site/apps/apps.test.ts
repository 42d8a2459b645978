import { expect, test } from "vitest";
import { openGraphqlNode } from "../../../../test/support/graphql-node.ts";
import { openHttpNode } from "../../../../test/support/http-node.ts";
import { readSetupCode } from "../../../domain/installation/setup-code.ts";

test.each(["/console", "/console/write/12"])(
  "%s is a program under a policy without inline scripts",
  async (url) => {
    await using node = await openHttpNode();
    const { statusCode, headers, body } = await node.app.inject({ url });
    expect([statusCode, headers["cache-control"]]).toEqual([200, "no-store"]);
    const nonce = /data-style-nonce="([\w-]{22})"/.exec(body)?.[1];
    expect(headers["content-security-policy"]).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    expect(body).toContain("needs JavaScript");
    const inline = (body.match(/<script[^>]*>[^<]*/g) ?? []).filter(
      (tag) => !/ src="\/assets\/[^"]+">$/.test(tag),
    );
    expect(inline).toEqual([]);

    const paths = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) {
      const file = await node.app.inject({ url: path });
      expect([path, file.statusCode]).toEqual([path, 200]);
      expect(file.headers["cache-control"]).toContain("immutable");
    }
  },
);

test("the installer is served until the node has an owner, and its input has only public values", async () => {
  await using empty = await openHttpNode({
    install: false,
    settings: { FREEHOLD_URL: "https://ada.example" },
  });
  const welcome = await empty.app.inject({ url: "/" });
  expect(welcome.body).toContain('href="/install"');
  expect(welcome.body).toContain("Open the link that the node printed when it started");
  const { statusCode, headers, body } = await empty.app.inject({ url: "/install" });
  expect([statusCode, headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(headers["content-security-policy"]).toContain("script-src 'self';");
  const input = /data-input="([^"]*)"/.exec(body)?.[1]?.replaceAll("&quot;", '"') ?? "";
  expect(JSON.parse(input)).toEqual({ url: "https://ada.example", owner: null });

  await using owned = await openHttpNode();
  const gone = await owned.app.inject({ url: "/install" });
  expect([gone.statusCode, gone.headers.location]).toEqual([303, "/"]);
});

test("the page of a view asks for its files with the first ones, once its owner is expected", async () => {
  await using node = await openGraphqlNode();
  const cookie = `freehold_session=${await node.signIn()}`;
  const ahead = async (url: string, headers: Record<string, string> = {}) => {
    const { body } = await node.app.inject({ url, headers });
    return [...body.matchAll(/href="\/assets\/([\w-]+)\.[^"]+\.(?:js|css)"/g)].map(([, name]) => name);
  };
  const chinese = { cookie, "accept-language": "zh-CN" };
  expect(await ahead("/console/write/1", { cookie })).toEqual(
    expect.arrayContaining(["dashboard", "write", "catalogue-en"]),
  );
  expect(await ahead("/console/write", chinese)).toEqual(expect.arrayContaining(["write", "catalogue-zh"]));
  for (const [url, headers] of [
    ["/console/write", {}],
    ["/console", { cookie }],
    ["/console/constructor", { cookie }],
  ] as const) {
    const names = await ahead(url, headers);
    expect(names).toContain("dashboard");
    expect(names.join(" ")).not.toMatch(/write|catalogue/);
  }
});

test("the GraphQL editor is for the owner who is signed in", async () => {
  await using node = await openGraphqlNode();
  const url = "/console/graphql";
  for (const headers of [{}, { cookie: "freehold_session=of-nobody" }]) {
    const { statusCode, headers: reply } = await node.app.inject({ url, headers });
    expect([statusCode, reply.location]).toEqual([303, "/console"]);
  }
  const cookie = `freehold_session=${await node.signIn()}`;
  const { statusCode, headers, body } = await node.app.inject({ url, headers: { cookie } });
  expect([statusCode, headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(headers["content-security-policy"]).toContain(
    "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'; style-src 'self' 'nonce-",
  );
  expect(body).toMatch(/src="\/assets\/graphql-editor\./);
});

test("each visit has a nonce of its own", async () => {
  await using node = await openHttpNode();
  const policies = await Promise.all(
    [1, 2].map(async () => (await node.app.inject({ url: "/console" })).headers["content-security-policy"]),
  );
  expect(policies[0]).not.toBe(policies[1]);
});

test("the assets of the welcome page still exist after the installation", async () => {
  await using node = await openHttpNode({ install: false });
  const { body } = await node.app.inject({ url: "/install" });
  const icon = /href="(\/assets\/icon\.[^"]+)"/.exec(body)?.[1] ?? "";
  const settings = { defaultLanguage: "en", defaultTheme: "system", walletConnectProjectId: "" };
  const about = {
    avatar: "",
    address: node.address,
    url: "https://ada.example",
    title: "Ada",
    description: "",
  };
  const deed = node.sign("DATA", { node: about, settings, timestamp: Math.floor(Date.now() / 1000) });
  const headers = { "x-setup-code": await readSetupCode(node.ctx) };
  await node.app.inject({ method: "POST", url: "/api/install", headers, payload: { ...deed } });
  expect((await node.app.inject({ url: "/" })).body).not.toContain(icon);
  expect((await node.app.inject({ url: icon })).statusCode).toBe(200);
});
