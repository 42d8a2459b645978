import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { themeBytes, writeThemeFile } from "@freehold/web";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { captureStreams } from "../../test/support/captured-terminal.ts";
import { type CommentFixture, openCommentFixture } from "../../test/support/comment-fixture.ts";
import { confirmComment } from "../domain/comments/confirm.ts";
import { limits } from "../domain/limits.ts";
import { createPublication } from "../domain/publications/create.ts";
import { settingNames, settings } from "../domain/settings/setting-table.ts";
import { readSettings } from "../domain/settings/settings.ts";
import { insertComment, moveComment } from "../store/comments.ts";
import { runCommandLine } from "./run-command-line.ts";

let fixture: CommentFixture;
let folder: string;

beforeAll(async () => {
  fixture = await openCommentFixture("sqlite");
  folder = await mkdtemp(join(tmpdir(), "freehold-cli-"));
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command beside the running node. @param typed standard input */
async function run(args: readonly string[], typed = "") {
  const streams = { ...captureStreams(), stdin: Readable.from([Buffer.from(typed)]) };
  const all = [...args, "--data", fixture.ctx.config.dataDir];
  const code = await runCommandLine(all, streams, () => new AbortController().signal);
  const { out, err } = streams.text;
  return { code, out, err, json: () => JSON.parse(out) };
}

const draft = async (text: string) => {
  const source = Readable.from([Buffer.from(text)]);
  const { id } = await createPublication(fixture.ctx, { kind: "POST", state: "draft", source });
  return String(id);
};

describe("freehold publish", () => {
  it("reads front matter, says which pictures stay behind, and refuses a post that it hides", async () => {
    const count = async () => (await run(["posts", "--json", "--limit", "500"])).json().length;
    const before = await count();
    const hidden = await run(["publish", "-", "--local"], "---\ndraft: true\n---\nNot yet.");
    expect([hidden.code, hidden.err]).toEqual([1, expect.stringContaining("--draft keeps it")]);
    expect(await count()).toBe(before);
    const shown = await run(
      ["publish", "-", "--local", "--json"],
      "---\ntitle: From Hugo\nslug: from-hugo\ndate: 2014-01-02\n---\n![a](pictures/a.png)",
    );
    expect(shown.json()).toMatchObject({ slug: "from-hugo" });
    expect(shown.err).toContain("pictures/a.png");
    expect((await run(["posts", "--json"])).json()).toContainEqual(
      expect.objectContaining({
        body: "# From Hugo\n\n![a](pictures/a.png)\n",
        createdAt: "2014-01-02T00:00:00.000Z",
      }),
    );
  });
});

describe("freehold posts", () => {
  it("lists posts of all states, or of one, with the fields of the API", async () => {
    const id = await draft("# A draft");
    const all = await run(["posts", "--json"]);
    expect(all.json().map((post: { state: string }) => post.state)).toEqual(
      expect.arrayContaining(["DRAFT", "SIGNED"]),
    );
    const drafts = await run(["posts", "list", "--state", "draft", "--json"]);
    expect(drafts.json()).toMatchObject([
      { id, type: "POST", body: "# A draft", url: null, commentCount: 0 },
    ]);
    const table = await run(["posts"]);
    expect(table.out).toMatch(/ID +WHEN +STATE +WHAT +ADDRESS/);
    expect(table.out).toContain("A draft");
    const { code, err } = await run(["posts", "--state", "lost"]);
    expect([code, err]).toEqual([2, expect.stringContaining("lost")]);
  });

  it("lists more than one page of the API, and as many as asked for", async () => {
    for (let index = 0; index < 101; index++) await draft(`Note ${index}`);
    const all = await run(["posts", "--state", "draft", "--json"]);
    expect(new Set(all.json().map(({ id }: { id: string }) => id)).size).toBeGreaterThan(100);
    expect((await run(["posts", "--limit", "3", "--json"])).json()).toHaveLength(3);
  });

  it("shows the Markdown of a post, by its id, slug or hash", async () => {
    const id = await draft("# Shown\n\nText");
    expect((await run(["posts", "show", id])).out).toBe("# Shown\n\nText\n");
    const { contentHash } = (await run(["posts", "show", id, "--json"])).json();
    expect((await run(["posts", "show", contentHash])).out).toBe("# Shown\n\nText\n");
    const missing = await run(["posts", "show", "no-such-post"]);
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining("no-such-post")]);
  });

  it("edits text and address, from a file or standard input; a signed post never changes", async () => {
    const id = await draft("# Old");
    const file = join(folder, "new.md");
    await writeFile(file, "# New");
    const edited = await run(["posts", "edit", id, file, "--slug", "new", "--json"]);
    expect(edited.json()).toMatchObject({ id, body: "# New", slug: "new" });
    expect((await run(["posts", "edit", "new", "-"], "# Typed")).code).toBe(0);
    expect((await run(["posts", "show", id])).out).toBe("# Typed\n");
    expect((await run(["posts", "edit", id])).code).toBe(2);
    const signed = await run(["posts", "edit", String(fixture.post), file]);
    expect([signed.code, signed.err]).toEqual([1, expect.stringContaining("signed")]);
  });

  it("deletes only with --yes, and says before what would be lost", async () => {
    const ids = [await draft("# One to go"), await draft("# Another")];
    const asked = await run(["posts", "delete", ...ids]);
    expect([asked.code, asked.err]).toEqual([2, expect.stringContaining("One to go")]);
    expect((await run(["posts", "show", ids[0] ?? ""])).code).toBe(0);
    const done = await run(["posts", "delete", ...ids, "--yes", "--json"]);
    expect(done.json()).toEqual(ids.map((id) => ({ id, files: [] })));
    expect((await run(["posts", "show", ids[0] ?? ""])).code).toBe(1);
    const trashed = await run(["trash", "--json"]);
    expect(trashed.json()).toEqual(
      expect.arrayContaining(ids.map((id) => expect.objectContaining({ id, type: "POST" }))),
    );
    expect((await run(["trash", "restore", "99999"])).code).toBe(1);
    expect((await run(["trash", "restore", ids[0] ?? "", "--json"])).json()).toMatchObject([{ id: ids[0] }]);
    expect((await run(["posts", "show", ids[0] ?? ""])).out).toBe("# One to go\n");
    expect((await run(["trash", "empty"])).code).toBe(2);
    expect((await run(["trash", "empty", "--yes"])).code).toBe(0);
    expect((await run(["trash", "--json"])).json()).toEqual([]);
  });
});

describe("freehold media", () => {
  it("lists, shows and edits files, and takes no post for one", async () => {
    const source = Readable.from([Buffer.from("bytes")]);
    const { id } = await createPublication(fixture.ctx, {
      kind: "FILE",
      state: "local",
      source,
      filename: "notes.txt",
    });
    const edited = await run(["media", "edit", String(id), "--description", "Some notes", "--json"]);
    expect(edited.json()).toMatchObject({ filename: "notes.txt", description: "Some notes", size: 5 });
    expect((await run(["media"])).out).toContain("notes.txt");
    expect((await run(["media", "show", String(id)])).out).toContain("Some notes");
    expect((await run(["media", "show", String(fixture.post)])).code).toBe(1);
  });
});

describe("freehold comments", () => {
  it("lists, approves, hides and deletes them", async () => {
    const { comment } = await fixture.write({ body: "From a reader" });
    const [link] = await fixture.mailedLinks();
    await confirmComment(fixture.ctx, { id: comment.id, tokenOrSignature: link?.token ?? "" });
    const id = String(comment.id);
    expect((await run(["comments"])).out).toContain("From a reader");
    expect((await run(["comments", "hide", id, "--json"])).json()).toMatchObject([{ id, state: "REJECTED" }]);
    expect((await run(["comments", "list", "--state", "published", "--json"])).json()).toEqual([]);
    expect((await run(["comments", "approve", id])).code).toBe(0);
    const blocked = (await run(["comments", "block", id, "--reason", "spam", "--json"])).json();
    expect((await run(["comments", "blocked", "--json"])).json()).toMatchObject([
      { ...blocked, reason: "spam" },
    ]);
    expect((await run(["comments", "blocked"])).out).toContain("spam");
    const unblocked = ["comments", "unblock", blocked.id, "--json"];
    expect((await run(unblocked)).json()).toEqual({ id: blocked.id, removed: true });
    expect((await run(unblocked)).json()).toEqual({ id: blocked.id, removed: false });
    expect((await run(["comments", "blocked"])).out).toContain("Nobody");
    expect((await run(["comments", "delete", id])).code).toBe(2);
    expect((await run(["comments", "delete", id, "--yes"])).code).toBe(0);
    expect((await run(["comments", "--json"])).json()).toEqual([]);
  });
});

describe("freehold blocks", () => {
  it("adds, lists and removes an address", async () => {
    const address = "0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b";
    expect((await run(["blocks", "add", address, "--reason", "spam", "--json"])).json()).toMatchObject({
      address,
    });
    expect((await run(["blocks", "--json"])).json()).toMatchObject([{ address, reason: "spam" }]);
    expect((await run(["blocks", "remove", address, "--json"])).json()).toEqual({ address, removed: true });
    expect((await run(["blocks"])).out).toContain("Nobody");
    const mistyped = await run(["blocks", "add", "0x12"]);
    expect([mistyped.code, mistyped.err]).toEqual([
      2,
      expect.stringContaining('"0x12" is not an Ethereum address.'),
    ]);
    expect(mistyped.err).not.toContain("Variable");
  });

  it("names the comments of the address, which its list shows, and how to hide them", async () => {
    const address = "0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b";
    const publicationId = fixture.post;
    const ids = await fixture.ctx.store.transaction(async (tx) => {
      const written = { publicationId, authType: "ETHEREUM", authorId: address, authorName: "Eve" } as const;
      const rest = { body: "x", timestamp: 0, createdAt: 0, tokenHash: null, client: null };
      const made: number[] = [];
      for (let n = 0; n < 2; n += 1) {
        const id = await insertComment(tx, { ...written, ...rest });
        await moveComment(tx, id, { from: "pending", to: "published", confirmedAt: 0 });
        made.unshift(id);
      }
      return made.map(String);
    });
    expect((await run(["comments", "list"])).out).toContain(address);
    const listed = async (state: string) =>
      (await run(["comments", "--state", state, "--json"])).json().map(({ id }: { id: string }) => id);
    const held = await fixture.ctx.store.transaction(async (tx) => {
      const written = { publicationId, authType: "ETHEREUM", authorId: address, authorName: "Eve" } as const;
      const rest = { body: "y", timestamp: 0, createdAt: 0, tokenHash: null, client: null };
      const [unconfirmed, waiting] = [
        await insertComment(tx, { ...written, ...rest }),
        await insertComment(tx, { ...written, ...rest }),
      ];
      await moveComment(tx, waiting, { from: "pending", to: "held", confirmedAt: 0 });
      return [unconfirmed, waiting].map(String);
    });
    expect([await listed("unconfirmed"), await listed("pending")]).toEqual(held.map((id) => [id]));
    expect((await run(["comments", "--state", "pending"])).out).toMatch(/\bpending\b/);
    expect((await run(["comments", "--state", "held"])).err).toContain(
      "unconfirmed, pending, published, or hidden",
    );
    expect((await run(["comments", "delete", ...held, "--yes"])).code).toBe(0);
    const added = await run(["blocks", "add", address.toLowerCase()]);
    expect(added.out + added.err).toContain(`2 comments from there stay under your posts.`);
    expect(added.out + added.err).toContain(`comments hide ${ids.join(" ")}`);
    expect((await run(["comments", "hide", ...ids])).code).toBe(0);
    expect((await run(["blocks", "add", address, "--json"])).json()).toMatchObject({ comments: [] });
    expect((await run(["blocks", "remove", address])).code).toBe(0);
  });
});

describe("freehold feeds", () => {
  it("imports, lists and exports OPML; all of it is JSON where that is asked for", async () => {
    const file = join(folder, "feeds.opml");
    const outline = '<outline type="rss" text="Tides" xmlUrl="https://tides.example/feed.xml"/>';
    await writeFile(file, `<opml version="2.0"><body>${outline}</body></opml>`);
    expect((await run(["feeds", "import", file, "--json"])).json()).toMatchObject({ added: 1, known: 0 });
    expect((await run(["feeds", "--json"])).json()).toMatchObject([
      { url: "https://tides.example/feed.xml" },
    ]);
    expect((await run(["feeds"])).out).toContain("Tides");
    const { out } = await run(["feeds", "export"]);
    expect(out).toContain('xmlUrl="https://tides.example/feed.xml"');
    const { feedsAsOpml } = (await run(["feeds", "export", "--json"])).json();
    // It says when it was made.
    expect(feedsAsOpml.replace(/<dateCreated>.*?</, "")).toBe(out.replace(/<dateCreated>.*?</, ""));
  });
});

describe("freehold subscribers", () => {
  it("adds, lists, exports, removes and imports readers; who left does not come back by a file", async () => {
    const added = await run([
      "subscribers",
      "add",
      "Bea@Example.org",
      "--consent",
      "asked by phone",
      "--json",
    ]);
    expect(added.json()).toMatchObject({ email: "Bea@example.org", state: "ACTIVE", source: "OWNER" });
    expect((await run(["subscribers", "add", "bea@example.org"])).code).toBe(1);
    expect((await run(["subscribers", "add", "bea"])).code).toBe(1);
    const dan = await run(["subscribers", "add", "dan@example.org"]);
    expect([dan.code, dan.out]).toEqual([0, expect.stringContaining("Nothing is sent yet: ")]);
    expect((await run(["subscribers", "remove", "dan@example.org"])).code).toBe(0);
    expect((await run(["subscribers"])).out).toMatch(/Bea@example.org +active +all/);
    const { out: csv } = await run(["subscribers", "export"]);
    expect(csv).toMatch(/^email,state,tags,.*\r\nBea@example.org,active,,en,20.*,owner,asked by phone\r\n$/s);
    const removed = ["subscribers", "remove", "BEA@example.org", "--json"];
    expect((await run(removed)).json()).toEqual({ removed: true });
    expect((await run(removed)).json()).toEqual({ removed: false });
    const file = join(folder, "readers.csv");
    const lines = [
      "Email Address;Status",
      'cem@example.org;"subscribed"',
      "dee@example.org;unsubscribed",
      "no address;x",
    ];
    await writeFile(
      file,
      `\ufeff${lines.join("\n")}\n${csv.split("\r\n")[1]?.split(",")[0]};x\nCEM@example.org;x`,
    );
    const imported = await run(["subscribers", "import", file, "--confirmed", "--json"]);
    expect(imported.json()).toEqual({ added: 1, known: 1, refused: 2, invalid: 1 });
    expect((await run(["subscribers", "list", "cem", "--state", "active", "--json"])).json()).toMatchObject([
      { email: "cem@example.org", source: "IMPORT" },
    ]);
    expect((await run(["subscribers", "bounce", file])).out).toContain(
      "not a report about an email of this node",
    );
    expect((await run(["subscribers", "bounce", file, "--json"])).json()).toEqual({ result: "UNKNOWN" });
    await writeFile(file, "name,phone\nBea,1");
    expect((await run(["subscribers", "import", file])).code).toBe(1);
    await writeFile(file, "email\neve@example.org");
    expect((await run(["subscribers", "import", file])).out).toContain("Asked to confirm: 1 subscriber.");
    const mails = await fixture.mailedLinks();
    expect(mails.map(({ to }) => to).slice(1)).toEqual(["eve@example.org"]);
  });
});

describe("freehold settings", () => {
  it("lists, shows, sets and resets what the running node uses", async () => {
    expect((await run(["settings", "--json"])).json()).toMatchObject({
      allowComment: true,
      mailTransportIsSet: true,
    });
    expect((await run(["settings", "set", "allowComment", "false"])).code).toBe(0);
    expect((await run(["settings", "get", "allowComment", "--json"])).json()).toEqual({
      allowComment: false,
    });
    expect((await readSettings(fixture.ctx)).allowComment).toBe(false);
    expect((await run(["settings", "reset", "allowComment"])).code).toBe(0);
    expect((await run(["settings", "get", "allowComment"])).out).toBe("true\n");
    for (const wrong of [
      ["allowComment", "maybe"],
      ["noSuch", "1"],
      ["replicasPerPeer", "many"],
      ["accentHue", "900"],
    ]) {
      expect((await run(["settings", "set", ...wrong])).code).not.toBe(0);
    }
  });

  it("shows every setting that the owner sees", async () => {
    const seen = settingNames.filter((name) => settings[name].seenBy !== "nobody");
    const shown = Object.keys((await run(["settings", "--json"])).json() as object);
    expect(shown.sort()).toEqual([...seen, "mailTransportIsSet", "ensRpcIsSet"].sort());
  });

  it("never shows a secret", async () => {
    const { out } = await run(["settings", "--json"]);
    expect(out).not.toContain("smtp://");
    expect((await run(["settings", "get", "mailTransport"])).code).toBe(2);
  });
});

it("an unknown action, and too few or too many arguments, are wrong calls", async () => {
  for (const args of [
    ["posts", "lose"],
    ["posts", "show"],
    ["blocks", "list", "more"],
  ]) {
    expect((await run(args)).code).toBe(2);
  }
});

describe("freehold completion", () => {
  const printScript = async (...args: string[]) => {
    const streams = captureStreams();
    await runCommandLine(["completion", ...args], streams, () => new AbortController().signal);
    return streams.text.out;
  };

  it.each(["bash", "zsh", "fish"])("knows every command, action, flag and value in %s", async (shell) => {
    const script = await printScript(shell);
    expect(JSON.parse(await printScript(shell, "--json"))).toEqual({ script: script.trimEnd() });
    for (const word of ["remove-follower", "approve", "with-keystore", "database-url", "s3 disk"]) {
      expect(script).toContain(word);
    }
  });

  it("offers in bash what fits, and files where nothing else does", async () => {
    const script = await printScript("bash");
    const lines = [
      ["migr", "migrate-database migrate-tables"],
      ["feeds ", "list import export"],
      ["subscribers export --st", "--state"],
      ["posts --state ", "draft local signed"],
      ["posts --limit ", ""],
      ["posts edit first ", ""],
      ["settings set allowC", "allowComment"],
      ["migrate-tables ", "--json --help --data --database-url"],
      ["publish ", ""],
    ] as const;
    const calls = lines.map(
      ([typed]) =>
        `COMP_WORDS=(freehold ${typed}${typed.endsWith(" ") ? "''" : ""}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))\n_freehold; echo "\${COMPREPLY[*]}"`,
    );
    const { stdout } = spawnSync("bash", ["-c", [script, ...calls].join("\n")], { encoding: "utf8" });
    expect(stdout.split("\n").slice(0, -1)).toEqual(lines.map(([, offered]) => offered));
  });
});

describe("freehold theme", () => {
  const looks = async () => {
    const { siteTheme, stylesheet } = await readSettings(fixture.ctx);
    return { siteTheme, stylesheet };
  };

  it("writes a design into a folder, and makes a changed one the site's", async () => {
    expect((await run(["theme", "list"])).out).toBe("paper\njournal\nphotographs\nplain\n");
    const own = join(folder, "theme");
    expect((await run(["theme", "download", "journal", own])).code).toBe(0);
    expect((await run(["theme", "download", "plain", own])).err).toContain("Name an empty folder");
    const css = `${await readFile(join(own, "theme.css"), "utf8")}h1 { color: teal }\n`;
    await writeFile(join(own, "theme.css"), css);
    await writeFile(join(own, "theme.json"), '{"name": "Teal", "base": "paper"}');
    expect((await run(["theme", "upload", own])).out).toBe("The site has the theme Teal now.\n");
    const teal = { name: "Teal", base: "paper", css } as const;
    expect(await looks()).toEqual({ siteTheme: "paper", stylesheet: writeThemeFile(teal) });
    const copy = join(folder, "copy");
    await run(["theme", "download", copy]);
    expect(await readFile(join(copy, "theme.css"), "utf8")).toBe(css);
    expect(await readFile(join(copy, "theme.json"), "utf8")).toContain('"name": "Teal"');
  });

  it("takes and writes one file with both, as the dashboard does", async () => {
    const file = join(folder, "themes", "teal.css");
    expect((await run(["theme", "download", file])).code).toBe(0);
    const written = await readFile(file, "utf8");
    expect(written).toContain('/* Freehold theme {"name":"Teal","base":"paper"} */');
    expect((await run(["theme", "download", "plain", file])).err).toContain("Name a new file");
    await writeFile(file, "p {}");
    expect((await run(["theme", "upload", file])).err).toContain(
      "The file must begin with /* Freehold theme",
    );
    expect((await looks()).stylesheet).toBe(written);
    await writeFile(file, written);
    expect((await run(["theme", "upload", file])).out).toBe("The site has the theme Teal now.\n");
    expect((await looks()).stylesheet).toBe(written);
    expect(themeBytes).toBe(limits.stylesheetBytes);
  });

  it("refuses what is no theme, loads from elsewhere or would replace another one, and changes nothing", async () => {
    const other = join(folder, "other");
    await run(["theme", "download", "photographs", other]);
    const before = await looks();
    const refusal = async () => (await run(["theme", "upload", other])).err;
    expect(await refusal()).toContain("--replace");
    expect(await looks()).toEqual(before);
    await writeFile(join(other, "theme.css"), "@import url(https://a.example/x.css);");
    expect(await refusal()).toContain("from elsewhere: @import url(https://a.example/x.css)");
    await writeFile(join(other, "theme.css"), "a".repeat(64 * 1024 + 1));
    expect(await refusal()).toContain("is larger than 65 kB");
    await writeFile(join(other, "theme.css"), "a { color: red }");
    for (const manifest of ["{", "{}", '{"name": "x", "base": "../paper"}']) {
      await writeFile(join(other, "theme.json"), manifest);
      expect(await refusal()).toContain("theme.json must be");
    }
    await rm(join(other, "theme.json"));
    expect(await refusal()).toContain("There is no");
    expect(await looks()).toEqual(before);
    await writeFile(join(other, "theme.json"), '{"name": "x", "base": "photographs"}');
    expect((await run(["theme", "upload", other, "--replace"])).code).toBe(0);
    const last = { name: "x", base: "photographs", css: "a { color: red }" } as const;
    expect(await looks()).toEqual({ siteTheme: "photographs", stylesheet: writeThemeFile(last) });
  });
});
