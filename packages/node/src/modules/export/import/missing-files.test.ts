import { Readable } from "node:stream";
import { createSecureContext } from "node:tls";
import { PeerError } from "@freehold/protocol";
import { beforeAll, expect, it } from "vitest";
import {
  type CertificateAuthority,
  createCertificateAuthority,
  type ServerCertificate,
} from "../../../../test/support/certificates.ts";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { ghostExport, ghostPost } from "../../../../test/support/exports/ghost-export.ts";
import { openImportFolder, pixel } from "../../../../test/support/import-folder.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { pixelGif } from "../../../../test/support/pixel-gif.ts";
import { stubResolver } from "../../../../test/support/stub-resolver.ts";
import { serveHttps, type TestServer } from "../../../../test/support/tls-server.ts";
import { findPublication } from "../../../domain/publications/visible.ts";
import { destroyPublication } from "../../../domain/trash/destroy.ts";
import type { Peers } from "../../../peers/peers.ts";
import { createTransport } from "../../../peers/transport.ts";
import { countUnsignedImports } from "../../../store/publications/imports.ts";
import type { ImportOptions } from "./import-run.ts";
import { importLimits } from "./limits.ts";
import { MissingFiles } from "./missing-files.ts";
import { openImport } from "./run-import.ts";

let authority: CertificateAuthority;
let certificate: ServerCertificate;

beforeAll(async () => {
  authority = await createCertificateAuthority();
  certificate = await authority.issue(["old.example", "cdn.example", "127.0.0.2"]);
});

type Answer = [status: number, headers?: Record<string, string>];

/** An old site: each kind of reply that a server gives. Its requests are listed. */
async function serveOldSite(): Promise<TestServer & { readonly asked: string[]; readonly busy: Answer[] }> {
  const asked: string[] = [];
  const busy: Answer[] = [];
  const server = await serveHttps(certificate, (request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const send = (status: number, headers: Record<string, string> = {}, body: string | Buffer = "") => {
      response.writeHead(status, headers).end(body);
    };
    const here = `https://cdn.example:${server.port}`;
    if (path.endsWith("/moved.gif")) send(302, { location: `${here}/target.gif` });
    else if (path.endsWith("/inside.gif")) send(302, { location: `https://127.0.0.2:${server.port}/x.gif` });
    else if (path.endsWith("/plain.gif")) send(302, { location: "http://old.example/x.gif" });
    else if (path.endsWith("/round.gif")) send(302, { location: path });
    else if (path.endsWith("/gone.gif")) send(404, { "content-type": "image/gif" }, pixel);
    else if (path.endsWith("/broken.gif")) send(500);
    else if (path.includes("busy") && busy.length > 0) send(...(busy.shift() ?? [500]));
    else if (/\/(?:page\.gif|page\.pdf)$/.test(path))
      send(200, { "content-type": "image/gif" }, "<!doctype html><title>Not here</title>");
    else if (path.endsWith("/large.gif"))
      send(200, {}, Buffer.concat([pixel, Buffer.alloc(importLimits.pictureBytes)]));
    else if (path.endsWith("/cut.gif")) {
      response.writeHead(200, { "content-length": "100000" });
      response.write(pixel);
      setTimeout(() => response.destroy(), 50);
    } else if (path.endsWith(".pdf")) send(200, { "content-type": "application/pdf" }, "%PDF-1.4 table");
    else send(200, { "content-type": "image/gif" }, path.includes("b.gif") ? pixelGif(7) : pixel);
  });
  return Object.assign(server, { asked, busy });
}

/** The guarded HTTP client; 127.0.0.1 alone is the public internet. */
const openPeers = () =>
  createTransport({
    isAllowedAddress: (ip) => ip === "127.0.0.1",
    ports: "any",
    resolver: stubResolver(["127.0.0.1"]),
    secureContext: createSecureContext({ ca: authority.certificate }),
  });

const hard = ["inside", "plain", "round", "gone", "broken", "page", "large", "cut"];

forEachDatabase((_name, open) => {
  async function start() {
    const stack = new AsyncDisposableStack();
    const fixture = stack.use(await openOwnerFixture(await open()));
    const server = stack.use(await serveOldSite());
    const transport = openPeers();
    stack.defer(() => transport.close());
    const peers = { send: transport.send } as unknown as Peers;
    const site = `https://old.example:${server.port}/`;
    const waits: number[] = [];
    const wait = async (ms: number) => waits.push(ms);
    return {
      waits,
      ...fixture,
      server,
      site,
      async imported(path: string, options: ImportOptions = {}) {
        const found = await openImport(path);
        if (!found) throw new Error("Nothing was recognised.");
        try {
          return await found.run({ ...fixture.context, peers }, { wait, ...options });
        } finally {
          await found.close();
        }
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  }

  const textOf = async ({ context }: Pick<OwnerFixture, "context">, slug: string) => {
    const post = await findPublication(context, { slug });
    return post === null ? "" : Buffer.from(await context.blobs.readAll(post.contentHash, 10_000)).toString();
  };
  const here = (hash = "0x[0-9a-f]{64}") => `https://node1\\.example/ewp/contents/${hash}`;

  const ghost = ghostExport({
    posts: [
      ghostPost(1, {
        html: `<p>One</p><img src="__GHOST_URL__/content/images/a.gif"><img src="__GHOST_URL__/content/images/moved.gif"><p><a href="__GHOST_URL__/content/files/t.pdf">table</a> <a href="__GHOST_URL__/content/files/page.pdf">page</a></p>`,
        feature_image: "__GHOST_URL__/content/images/b.gif",
      }),
      ghostPost(2, {
        html: `<p>Two</p><img src="__GHOST_URL__/content/images/a.gif">${hard.map((name) => `<img src="__GHOST_URL__/content/images/${name}.gif">`).join("")}`,
      }),
      ghostPost(3, {
        html: `<p>Three</p><img src="__GHOST_URL__/content/images/gone.gif"><img src="https://elsewhere.example/x.gif">`,
      }),
    ],
  });

  it("fetches pictures and files of Ghost from the old site, each once, and leaves links to what it can't have", async () => {
    await using node = await start();
    await using folder = await openImportFolder({ "ghost.json": ghost });
    const dry = await node.imported(folder.path, { dryRun: true });
    expect(dry).toMatchObject({ withoutSite: 15, fetched: 0, unfetched: 0 });
    expect(dry.notes.map(({ what, why }) => `${what}: ${why}`)).toContain(
      "Post 3: gone.gif is not among the files, and its source is unknown, so only its text is kept. With the URL of the old site (--site) it can be fetched.",
    );
    const site = `${node.site}blog/`;
    expect(await node.imported(folder.path, { dryRun: true, site })).toMatchObject({ withoutSite: 0 });
    expect(node.server.asked).toEqual([]);

    const report = await node.imported(folder.path, { site });
    expect(report).toMatchObject({
      taken: { posts: 3, files: 3 },
      withoutSite: 0,
      // The target of a redirect is the picture that is here already.
      fetched: 4,
      unfetched: hard.length + 2,
      refused: 0,
    });
    expect(node.server.asked.filter((path) => !path.endsWith("/round.gif")).toSorted()).toEqual(
      [
        ...["a", "b", "moved", ...hard]
          .filter((name) => name !== "round")
          // A server that has no time is asked three times more.
          .flatMap((name) => (name === "broken" ? Array(4).fill(name) : [name]))
          .map((name) => `/blog/content/images/${name}.gif`),
        "/blog/content/files/page.pdf",
        "/blog/content/files/t.pdf",
        "/target.gif",
      ].toSorted(),
    );
    const at = (name: string) => `${site}content/images/${name}.gif`;
    expect(await textOf(node, "post-1")).toMatch(
      new RegExp(
        `^# Post 1\\n\\nOne\\n\\n!\\[\\]\\(${here()}\\)!\\[\\]\\(${here()}\\)\\n\\n\\[table\\]\\(${here()}\\) \\[page\\]\\(${RegExp.escape(`${site}content/files/page.pdf`)}\\)\\n$`,
      ),
    );
    expect((await findPublication(node.context, { slug: "post-1" }))?.coverHash).toMatch(/^0x/);
    const second = await textOf(node, "post-2");
    for (const name of hard) expect(second).toContain(`![](${at(name)})`);
    expect(await textOf(node, "post-3")).toContain("![](https://elsewhere.example/x.gif)");
    const why = (name: string) => report.notes.find((one) => one.why.includes(`${name} stays a link`))?.why;
    expect(why("inside.gif")).toMatch(/could not be fetched/);
    expect(why("plain.gif")).toMatch(/not an https URL/);
    expect(why("round.gif")).toMatch(/redirects too often/);
    expect(why("gone.gif")).toMatch(/its server does not have it/);
    expect(why("page.gif")).toMatch(/something that is not a picture/);
    expect(why("page.pdf")).toMatch(/leads to a page/);
    expect(why("large.gif")).toMatch(/could not be fetched/);
    expect(why("broken.gif")).toMatch(/could not be fetched: Its server answered 500\./);
    expect(report.fetchedLater).toBe(2);
    expect(node.waits).toEqual([1_000, 3_000, 9_000]);
    // A file with a record of its address is one file.
    expect(await countUnsignedImports(node.context.store.db, node.self)).toBe(6);

    node.server.asked.length = 0;
    expect((await node.imported(folder.path, { site })).taken).toMatchObject({ posts: 0, files: 0 });
    // Files that were left behind are asked for again, once in a run; those that are here are not.
    expect(node.server.asked.filter((path) => /\/(?:a|b|moved|t)\.(?:gif|pdf)$/.test(path))).toEqual([]);
    expect(await textOf(node, "post-2")).toBe(second);
  });

  it("waits for a server that has no time, and fetches later what it did not give", async () => {
    await using node = await start();
    const names = ["busy-1", "busy-2", "busy-3"];
    const markdown = names.map((name) => `![${name}](${node.site}${name}.gif)`).join("\n\n");
    const files = {
      "hugo.toml": "title = 'Mine'\n",
      "content/posts/one.md": `---\ntitle: One\ndate: 2020-01-02\n---\nWords.\n\n${markdown}\n`,
    };
    await using folder = await openImportFolder(files);
    const shown = /!\[(busy-\d)\]\(https:\/\/node1\.example\/ewp\/contents\//g;
    const isHere = async () => [...(await textOf(node, "one")).matchAll(shown)].map(([, name]) => name);
    const { busy, asked } = node.server;
    const tooLong = importLimits.fetchWaitMs / 1_000 + 1;
    busy.push([429, { "retry-after": "7" }], [503], [429, { "retry-after": `${tooLong}` }]);
    const first = await node.imported(folder.path, { fetchPictures: true });
    // For the first one the server asks for a longer wait.
    expect(node.waits).toEqual([7_000, 3_000]);
    expect(first).toMatchObject({ fetched: 2, unfetched: 1, fetchedLater: 1, taken: { posts: 1 } });
    expect(first.notes.map(({ why }) => why)).toEqual([
      "busy-1.gif stays a link: it could not be fetched: Its server answered 429.",
    ]);
    expect(await isHere()).toEqual(["busy-2", "busy-3"]);
    const before = await findPublication(node.context, { slug: "one" });

    asked.length = 0;
    const dry = await node.imported(folder.path, { dryRun: true });
    expect(dry).toMatchObject({ missing: 1, taken: { posts: 0 }, known: { posts: 1 } });
    expect(asked).toEqual([]);
    const second = await node.imported(folder.path, { fetchPictures: true });
    expect(asked).toEqual(["/busy-1.gif"]);
    expect(second).toMatchObject({ fetched: 1, unfetched: 0, known: { posts: 1 } });
    expect(await isHere()).toEqual(names);
    const after = await findPublication(node.context, { slug: "one" });
    expect(after).toMatchObject({ id: before?.id, state: "local", writtenAt: before?.writtenAt });
    asked.length = 0;
    expect(await node.imported(folder.path, { fetchPictures: true })).toMatchObject({
      fetched: 0,
      missing: 0,
    });
    expect(asked).toEqual([]);
  });

  it("continues after an interruption without fetching a file again, and fetches none that was deleted here", async () => {
    await using node = await start();
    const post = (name: string, picture: string) => ({
      [`content/posts/${name}.md`]: `---\ntitle: ${name}\ndate: 2020-01-02\n---\nWords.\n\n![](${picture})\n`,
    });
    await using folder = await openImportFolder({
      "hugo.toml": "title = 'Mine'\n",
      ...post("one", "/img/a.gif"),
      ...post("three", "b.gif"),
      ...post("two", "/img/a.gif"),
    });
    const stop = new AbortController();
    const onProgress = (done: number) => done === 1 && stop.abort(new Error("stopped"));
    const { site } = node;
    await expect(node.imported(folder.path, { site, signal: stop.signal, onProgress })).rejects.toThrow(
      "stopped",
    );
    expect(node.server.asked).toEqual(["/img/a.gif"]);
    const before = await node.imported(folder.path, { site, dryRun: true });
    expect([before.taken.posts, before.known.posts]).toEqual([2, 1]);
    const report = await node.imported(folder.path, { site });
    // A relative path starts from the page.
    expect(node.server.asked).toEqual(["/img/a.gif", "/posts/three/b.gif"]);
    expect(report).toMatchObject({ taken: { posts: 2, files: 1 }, known: { files: 1 }, fetched: 1 });
    for (const name of ["one", "two", "three"])
      expect(await textOf(node, name)).toMatch(new RegExp(`!\\[\\]\\(${here()}\\)`));

    const rows = await node.context.store.db
      .selectFrom("publications")
      .select("id")
      .where("kind", "=", "FILE")
      .execute();
    for (const { id } of rows) await destroyPublication(node.context, id);
    await using later = await openImportFolder({
      "hugo.toml": "title = 'Mine'\n",
      ...post("four", "/img/a.gif"),
    });
    const again = await node.imported(later.path, { site });
    expect(again.notes.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      "four: a.gif stays a link: it was imported before, and deleted here since.",
    ]);
    expect(await textOf(node, "four")).toContain(`![](${site}img/a.gif)`);
    expect(node.server.asked).toHaveLength(2);
  });
});

const bare = {
  site: "https://old.example/",
  fetchPictures: false,
  signal: undefined,
  wait: async () => {},
};

it("asks a silent server no more, and no other server", async () => {
  let calls = 0;
  const silent = {
    async send() {
      calls += 1;
      throw new PeerError("timeout", "The call took too long.");
    },
  };
  const missing = new MissingFiles({ peers: silent as unknown as Peers, clock: Date }, bare);
  const fetched = (number: number) => missing.open(`https://old.example/${number}.gif`, { isPicture: true });
  for (let number = 0; number < importLimits.silentCalls; number += 1)
    await expect(fetched(number)).rejects.toThrow("too long");
  await expect(fetched(importLimits.silentCalls)).rejects.toThrow("is not asked again");
  // Three calls more for the first file alone: then the server is down.
  expect(calls).toBe(importLimits.silentCalls + importLimits.fetchRepeats);
  expect(missing.allows("https://old.example/a.gif")).toBe(true);
  for (const address of ["https://other.example/a.gif", "ftp://old.example/a.gif", "/a.gif"])
    expect(missing.allows(address)).toBe(false);
});

it("fetches as many files and bytes as an import may", async () => {
  const calls: { maxBytes: number; deadlineMs: number }[] = [];
  let size = 0;
  const server = {
    async send(call: { maxBytes: number; deadlineMs: number }) {
      calls.push(call);
      return {
        status: size === 0 ? 404 : 200,
        headers: {},
        body: Readable.from(size === 0 ? [] : [{ length: size }]),
      };
    },
  };
  const create = () => new MissingFiles({ peers: server as unknown as Peers, clock: Date }, bare);
  const many = create();
  const fetched = (missing: MissingFiles, number: number) =>
    missing.open(`https://old.example/${number}.pdf`, { isPicture: false });
  for (let number = 0; number < importLimits.fetchedFiles; number += 1)
    await expect(fetched(many, number)).rejects.toThrow("does not have it");
  await expect(fetched(many, importLimits.fetchedFiles)).rejects.toThrow("up to 10000 files");
  expect(calls).toHaveLength(importLimits.fetchedFiles);
  expect(calls[0]).toMatchObject({
    maxBytes: importLimits.fetchedFileBytes,
    deadlineMs: importLimits.fetchedFileMs,
  });

  const large = create();
  size = importLimits.fetchedBytes - 1;
  await Array.fromAsync(await fetched(large, 1));
  size = 1;
  await Array.fromAsync(await fetched(large, 2));
  expect(calls.at(-1)?.maxBytes).toBe(1);
  await expect(fetched(large, 3)).rejects.toThrow(`up to ${importLimits.fetchedBytes} bytes`);
});
