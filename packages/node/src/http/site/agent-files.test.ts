import { createHash } from "node:crypto";
import { contentHash } from "@freehold/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GraphqlNode, openGraphqlNode, readReply } from "../../../test/support/graphql-node.ts";
import { limits } from "../limits.ts";

let node: GraphqlNode;
beforeAll(async () => {
  node = await openGraphqlNode();
  await node.publish("# Tides [and] ebb\r\nHigh at noon.", { slug: "tides" });
  await node.publish("# Secret", { state: "draft", slug: "secret" });
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

async function read(path: string, init: RequestInit = {}) {
  const reply = await fetch(new URL(path, node.endpoint), { redirect: "manual", ...init });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

describe("/llms.txt", () => {
  it("has the site's name, its posts as Markdown, feeds and what agents need, and changes with the posts", async () => {
    const { headers, text } = await read("/llms.txt");
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(text).toMatch(/^# Ada\n\n/);
    expect(text).toContain("## Posts\n\n- [Tides \\[and\\] ebb](https://ada.example/slug/tides.md)\n\n");
    for (const path of ["feed.json", "SKILL.md", "mcp", ".well-known/api-catalog"]) {
      expect(text).toContain(`](https://ada.example/${path})`);
    }
    expect(text).not.toContain("Secret");
    await node.publish("# Newer", { state: "local", slug: "newer" });
    await expect
      .poll(async () => (await read("/llms.txt")).text)
      .toContain("[Newer](https://ada.example/slug/newer.md)");
    const again = await read("/llms.txt");
    const etag = again.headers.get("etag") ?? "";
    expect((await read("/llms.txt", { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  it("is bounded", async () => {
    await using many = await openGraphqlNode();
    for (let number = 0; number <= limits.listedPosts; number += 1) {
      await many.publish(`# Post ${number}`, { state: "local", slug: `post-${number}` });
    }
    const text = await (await fetch(new URL("/llms.txt", many.endpoint))).text();
    expect(text.match(/slug\/post-\d+\.md/g)).toHaveLength(limits.listedPosts);
    expect(text).toContain(`[All posts](https://ada.example/sitemap.xml): ${limits.listedPosts + 1} in all`);
  });
});

describe("the Markdown of a post", () => {
  it("is at its address with .md, as the bytes that are signed, and named by the page", async () => {
    const text = "# Tides [and] ebb\r\nHigh at noon.";
    const { headers, ...found } = await read("/slug/tides.md");
    expect(found).toEqual({ status: 200, text });
    expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(headers.get("x-content-hash")).toBe(contentHash(new TextEncoder().encode(text)));
    expect(headers.get("link")).toBe('</slug/tides>; rel="canonical"');
    const page = (await read("/slug/tides")).text;
    expect(page).toContain('<link rel="alternate" type="text/markdown" href="/slug/tides.md"/>');
    const hash = headers.get("x-content-hash");
    expect((await read(`/publications/${hash}.md`)).text).toBe(text);
  });

  it("is not there for a draft, a file, or what there is not", async () => {
    const file = await node.publish(new TextEncoder().encode("bytes"), {
      state: "local",
      description: "A file",
    });
    for (const path of [
      "/slug/secret.md",
      "/slug/nothing.md",
      "/slug/.md",
      "/publications/x.md",
      `/publications/${file.id}.md`,
    ]) {
      expect([path, (await read(path)).status]).toEqual([path, 404]);
    }
  });
});

describe("/SKILL.md", () => {
  it("teaches an agent this node's API with its own address, in calls that work", async () => {
    const { headers, text } = await read("/SKILL.md");
    expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    const [, name, description] =
      /^---\nname: ([a-z-]+)\ndescription: (".*")\n---\n\n# Ada\n/.exec(text) ?? [];
    expect([name, JSON.parse(description ?? "").length < 1_024]).toEqual(["freehold-node", true]);
    const token = await node.token("draft:publications", "propose:publications");
    const bodies = [...text.matchAll(/ -d '(\{.*\})'$/gm)].map(([, body = ""]) => body);
    expect(bodies).toHaveLength(4);
    const codes = [];
    for (const body of bodies) {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const reply = await readReply(await fetch(node.endpoint, { method: "POST", headers, body }));
      codes.push(...reply.codes);
    }
    // The draft that is proposed in the example is nobody's.
    expect(codes).toEqual(["NOT_FOUND"]);
    const form = new FormData();
    form.set("operations", / -F 'operations=(\{.*\})' /.exec(text)?.[1] ?? "");
    form.set("map", / -F 'map=(\{.*?\})' /.exec(text)?.[1] ?? "");
    form.set("0", new Blob(["no picture"]), "picture.png");
    const sent = { method: "POST", headers: { authorization: `Bearer ${token}` }, body: form };
    expect((await readReply(await fetch(node.endpoint, sent))).codes).toEqual(["VALIDATION_FAILED"]);
  });

  it("is listed where agents look for skills, with its digest", async () => {
    const { skills } = JSON.parse((await read("/.well-known/agent-skills/index.json")).text);
    const [skill] = skills;
    expect(skill).toMatchObject({ name: "freehold-node", type: "skill-md", url: "/SKILL.md" });
    const { text } = await read(skill.url);
    expect(skill.digest).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
    expect((await read("/.well-known/agent-skills/freehold-node/SKILL.md")).text).toBe(text);
  });
});

/**
 * The calls of the reference node's publishing skill (`client/public/SKILL.md` of epress), as they stand there: an operation
 * named `Create`, `type` in capitals, the file under "0", and then a link to `/publications/` and the slug.
 */
describe("the publishing skill of the reference node", () => {
  const query =
    "mutation Create($input: CreatePublicationInput!) {\n  createPublication(input: $input) {\n    id\n    slug\n  }\n}\n";

  async function follow(path: string): Promise<{ status: number; text: string }> {
    const { status, headers, text } = await read(path);
    return status === 302 ? await follow(headers.get("location") ?? "") : { status, text };
  }

  it("publishes a post", async () => {
    const input = { type: "POST", body: "# From a skill\n\nHello.", slug: "from-a-skill-2025-06-01" };
    const token = await node.token("create:publications");
    const { status, data, errors } = await node.ask(query, { input }, { token });
    const made = { id: expect.stringMatching(/^\d+$/), slug: input.slug };
    expect({ status, data, errors }).toEqual({ status: 200, data: { createPublication: made }, errors: [] });
    expect(await follow(`/publications/${input.slug}`)).toMatchObject({
      status: 200,
      text: expect.stringContaining("From a skill"),
    });
  });

  it("publishes a file with a caption", async () => {
    const input = { type: "FILE", file: null, description: "A note", slug: "a-note" };
    const form = new FormData();
    form.set("operations", JSON.stringify({ query, variables: { input } }));
    form.set("map", JSON.stringify({ "0": ["variables.input.file"] }));
    form.set("0", new Blob(["bytes"], { type: "text/plain" }), "note.txt");
    const headers = { authorization: `Bearer ${await node.token("create:publications")}` };
    const { status, data } = await readReply(
      await fetch(node.endpoint, { method: "POST", headers, body: form }),
    );
    expect([status, data]).toMatchObject([200, { createPublication: { slug: "a-note" } }]);
    expect(await follow("/publications/a-note")).toMatchObject({
      status: 200,
      text: expect.stringContaining("A note"),
    });
  });

  it("learns that its token is not good (401), or lacks the scope (403)", async () => {
    const input = { type: "POST", body: "# x", slug: "x" };
    const headers = { authorization: "Bearer x.y.z", "content-type": "application/json" };
    const body = JSON.stringify({ query, variables: { input } });
    expect((await fetch(node.endpoint, { method: "POST", headers, body })).status).toBe(401);
    const { status, codes } = await node.ask(query, { input }, { token: await node.token("read:timeline") });
    expect([status, codes]).toEqual([403, ["FORBIDDEN"]]);
  });
});
