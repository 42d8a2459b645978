import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openGraphqlNode } from "../support/graphql-node.ts";
import { openImportFolder } from "../support/import-folder.ts";
import { openShell } from "../support/shell.ts";
import { hasSecret, photo } from "../support/tagged-pictures.ts";
import { createTestNetwork } from "../support/test-network.ts";

/** Whether bytes hold metadata of a test's photo, also in a picture inside a text. */
function hasSecretInside(bytes: Buffer): boolean {
  const inside = [...bytes.toString("latin1").matchAll(/;base64,([\w+/=]+)/g)].map(
    ([, base64 = ""]) => base64,
  );
  return [bytes, ...inside.map((base64) => Buffer.from(base64, "base64"))].some(hasSecret);
}

/** The files below a folder that hold metadata of a test's photo. */
async function findSecrets(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  );
  const found: string[] = [];
  for (const { parentPath, name } of files)
    if (hasSecretInside(await readFile(join(parentPath, name)))) found.push(join(parentPath, name));
  return found;
}

it("keeps no location of a photo that comes by the command line, as avatar or by an import, nor exports one", async () => {
  await using shell = await openShell();
  await writeFile(join(shell.folder, "photo.jpg"), await photo());
  await writeFile(join(shell.folder, "me.jpg"), await photo(64, 64));
  await writeFile(join(shell.folder, "phone.heic"), "\0\0\0\x18ftypheic\0\0\0\0mif1heic");
  const inside = (await photo(80, 60)).toString("base64");
  await using site = await openImportFolder({
    "hugo.toml": "title = 'Mine'\n",
    "content/posts/first/index.md": `---\ntitle: First\ndate: 2014-01-02T10:00:00Z\n---\n![a](one.jpg) ![b](data:image/jpeg;base64,${inside})\n`,
    "content/posts/first/one.jpg": await photo(100, 70),
  });
  await shell.placeKeystore();
  const installed = await shell.runHere([
    "init",
    "--url",
    "https://a.example",
    "--title",
    "A",
    "--avatar",
    "me.jpg",
  ]);
  expect(installed.err).toContain("Removed from the picture: the location, camera data");
  const published = await shell.runHere(["publish", "photo.jpg"]);
  expect([published.code, published.err]).toEqual([
    0,
    expect.stringContaining("Removed from the picture: the location"),
  ]);
  expect((await shell.runHere(["profile", "update", "--avatar", "photo.jpg"])).err).toContain("the location");
  const dry = await shell.runHere(["import", site.path, "--dry-run"]);
  const taken = await shell.runHere(["import", site.path]);
  for (const { out, err } of [dry, taken])
    expect(out + err).toContain("removed from 2 of the pictures; 2 had a location");
  const refused = await shell.runHere(["publish", "phone.heic"]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("Export it as JPEG")]);

  const data = join(shell.folder, "data");
  expect(await findSecrets(data)).toEqual([]);
  expect((await shell.runHere(["doctor"])).out).toMatch(/ok +database\.pictures/);
  for (const form of [[], ["--static"]]) {
    const folder = join(shell.folder, `export${form.join("")}`);
    expect((await shell.runHere(["export", folder, "--unsigned", ...form])).code).toBe(0);
    expect((await readdir(folder, { recursive: true })).some((name) => name.endsWith(".jpg"))).toBe(true);
    expect(await findSecrets(folder)).toEqual([]);
  }

  const kept = await shell.runHere(["publish", "photo.jpg", "--local", "--keep-metadata"]);
  expect([kept.code, kept.err]).toEqual([0, expect.not.stringContaining("Removed")]);
  expect(await findSecrets(data)).toHaveLength(1);
  const { out } = await shell.runHere(["doctor"]);
  expect(out).toMatch(
    /warning +database\.pictures .*location: 1 of the newest \d+ files; 0 signed\. photo\.jpg/,
  );
});

/** The fields of a picture in the API. */
interface Answer {
  readonly id: string;
  readonly removedMetadata: readonly string[];
}

it("removes the location of a photo that comes by the API, and says so", async () => {
  await using node = await openGraphqlNode();
  const token = await node.token("create:publications", "manage:settings");
  const publish =
    "mutation ($file: Upload, $keep: Boolean) { createPublication(input: { type: FILE, file: $file, keepMetadata: $keep }) { id contentHash removedMetadata } }";
  const send = async (keep: boolean | null, query = publish) => {
    const form = new FormData();
    form.set("operations", JSON.stringify({ query, variables: { file: null, keep } }));
    form.set("map", '{"0":["variables.file"]}');
    form.set("0", new Blob([bytes]), "photo.jpg");
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(node.endpoint, { method: "POST", headers, body: form });
    return Object.values((await reply.json()).data)[0] as Answer;
  };
  const bytes = new Uint8Array(await photo());
  const cleaned = await send(null);
  expect(cleaned.removedMetadata).toEqual(["LOCATION", "CAMERA", "TEXT"]);
  const open = async (path: string) => (await node.app.inject({ url: path })).rawPayload;
  expect(hasSecret(await open(`/api/contents/${cleaned.id}`))).toBe(false);
  const avatar = "mutation ($file: Upload) { updateAvatar(input: { file: $file }) { removedMetadata } }";
  expect((await send(null, avatar)).removedMetadata).toEqual(["LOCATION", "CAMERA", "TEXT"]);
  expect(hasSecret(await open("/ewp/avatar"))).toBe(false);
  const kept = await send(true);
  expect(kept.removedMetadata).toEqual([]);
  expect((await open(`/api/contents/${kept.id}`)).equals(Buffer.from(bytes))).toBe(true);

  const owner = await node.signIn();
  const ask = async (query: string, asking: string | null = owner) =>
    await node.ask(query, {}, { token: asking });
  const media = "{ media(first: 10) { nodes { id metadata } } }";
  expect((await ask(media)).data).toEqual({
    media: {
      nodes: [
        { id: kept.id, metadata: ["LOCATION", "CAMERA", "TEXT"] },
        { id: cleaned.id, metadata: [] },
      ],
    },
  });
  expect((await ask(`{ publication(id: "${kept.id}") { metadata } }`, token)).errors).toHaveLength(1);
  const clean = `mutation { removePictureMetadata(input: { id: "${kept.id}" }) { id contentHash removedMetadata metadata } }`;
  expect((await ask(clean, token)).errors).toHaveLength(1);
  expect((await open(`/api/contents/${kept.id}`)).equals(Buffer.from(bytes))).toBe(true);
  expect((await ask(clean)).data).toEqual({
    removePictureMetadata: {
      id: kept.id,
      contentHash: expect.stringMatching(/^0x/),
      removedMetadata: ["LOCATION", "CAMERA", "TEXT"],
      metadata: [],
    },
  });
  expect(hasSecret(await open(`/api/contents/${kept.id}`))).toBe(false);
});

it("serves a stored picture without its location at every address that it had, once that was removed", async () => {
  await using node = await openGraphqlNode();
  const picture = await node.publish(await photo(900, 600), { state: "local", filename: "sea.jpg" });
  const text = `# Sea\n\n![the sea](/ewp/contents/${picture.contentHash})\n`;
  const presentation = { excerpt: null, coverHash: picture.contentHash, isPage: 0 } as const;
  await node.publish(text, { state: "local", slug: "sea", presentation });
  const get = async (url: string) => {
    const { statusCode, headers, rawPayload } = await node.app.inject({ url });
    return { statusCode, etag: headers.etag, rawPayload };
  };
  const pages = ["/", "/slug/sea", "/slug/sea.md", `/publications/${picture.id}`, "/feed.xml", "/feed.json"];
  const find = async () => {
    const texts = await Promise.all(pages.map(async (page) => (await get(page)).rawPayload.toString()));
    const found = texts.join("\n").matchAll(/\/(?:api\/contents|publications)\/[^"'\s,<>()]+/g);
    // An address in a feed stands in escaped HTML: the quotation mark behind it is escaped, too.
    const ended = [...found].map(([path]) => path.replace(/\\?(?:&quot;|&#34;|\\).*/, ""));
    return new Set(ended.map((path) => path.replaceAll("&amp;", "&").replaceAll("&#38;", "&")));
  };
  const files = [`/publications/${picture.id}/file`, `/api/contents/${picture.id}`];
  const before = await find();
  for (const file of files) expect([file, hasSecret((await get(file)).rawPayload)]).toEqual([file, true]);
  const etags = await Promise.all(files.map(async (file) => (await get(file)).etag));

  const clean = `mutation { removePictureMetadata(input: { id: "${picture.id}" }) { contentHash } }`;
  const { errors } = await node.ask(clean, {}, { token: await node.signIn() });
  expect(errors).toEqual([]);
  for (const url of new Set([...pages, ...files, ...before, ...(await find())])) {
    const { statusCode, rawPayload } = await get(url);
    expect([url, statusCode, hasSecret(rawPayload)]).toEqual([url, 200, false]);
    expect(rawPayload.includes(picture.contentHash)).toBe(false);
  }
  for (const [at, file] of files.entries()) expect((await get(file)).etag).not.toBe(etags[at]);
  expect((await get(`/api/contents/${picture.contentHash}`)).statusCode).toBe(404);
});

it("sends no location to followers, nor in thumbnails and pages, and changes no byte that another node signed", async () => {
  await using network = await createTestNetwork();
  const [ada, grace] = [await network.start({ title: "Ada" }), await network.start({ title: "Grace" })];
  await grace.follow(ada);
  const { contentHash } = await ada.publish(await photo(1200, 900), { filename: "sea.jpg" });
  const post = await ada.publish(`# Sea\n\n![the sea](/ewp/contents/${contentHash})\n`, { slug: "sea" });
  await ada.settled();
  await grace.settled();
  const page = await ada.fetch("/slug/sea");
  const named = page.body.toString().matchAll(/\/(?:(?:api|ewp)\/contents|pictures)\/[^"'\s,<>]+/g);
  const paths = Array.from(named, ([path]) => path.replaceAll("&amp;", "&"));
  expect(paths.filter((path) => path.endsWith(".webp")).length).toBeGreaterThan(1);
  const thumbnails = ["sm", "md", "lg"].map((size) => `/ewp/contents/${contentHash}?thumb=${size}`);
  for (const path of new Set([...paths, ...thumbnails])) {
    const { status, body } = await ada.fetch(path);
    expect([path, status, hasSecret(body)]).toEqual([path, 200, false]);
  }
  expect(post.state).toBe("signed");
  const replica = await readFile(
    join(grace.config.dataDir, "contents", contentHash.slice(2, 4), contentHash),
  ).catch(() => null);
  const original = await readFile(join(ada.config.dataDir, "contents", contentHash.slice(2, 4), contentHash));
  expect(replica?.equals(original)).toBe(true);
  expect(await findSecrets(grace.config.dataDir)).toEqual([]);
  expect(await findSecrets(ada.config.dataDir)).toEqual([]);
});
