import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, open, readdir, readFile, rm, stat, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSnapshots } from "../src/store/open-store.ts";
import { freePort } from "./support/free-port.ts";
import { openShell, readStartLine, type Shell } from "./support/shell.ts";

const settings = { FREEHOLD_PORT: "0", FREEHOLD_LOG_LEVEL: "error" };

/** A node that was just set up, and one that was killed after that; every test begins with a copy of the data of one. */
let home: Shell;
let killed: Shell;
let shell: Shell;
let data: string;

beforeAll(async () => {
  home = await openShell(settings);
  await home.placeKeystore();
  const made = await home.runHere(["init", "--url", "https://one.example", "--title", "One"]);
  expect(made.code).toBe(0);
  killed = await openShell(settings);
  await copyData(home, killed);
  const child = killed.launch(["start", "--json"]);
  await readStartLine(child);
  child.kill("SIGKILL");
  await once(child, "close");
});
afterAll(async () => {
  await killed[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});
beforeEach(async () => {
  shell = await openShell(settings);
  data = join(shell.folder, "data");
  await copyData(home, shell);
});
afterEach(() => shell[Symbol.asyncDispose]());

async function copyData(from: Shell, to: Shell): Promise<void> {
  const target = join(to.folder, "data");
  await rm(target, { recursive: true, force: true });
  await cp(join(from.folder, "data"), target, { recursive: true, preserveTimestamps: true });
}

interface Published {
  contentHash: string;
  timestamp: number;
}

interface StartLine {
  url: string;
  recovery: Record<string, number> | null;
}

async function start(more: string[] = [], env: Record<string, string> = {}) {
  const child = shell.launch(["start", "--json", ...more], env);
  let err = "";
  child.stderr?.on("data", (chunk) => {
    err += chunk;
  });
  const line = (await readStartLine(child)) as unknown as StartLine;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = await once(child, "close");
    return code;
  };
  return { child, ...line, end, log: () => err };
}

async function publish(name: string, text: string): Promise<Published> {
  await writeFile(join(shell.folder, name), text);
  return (await shell.runHere(["publish", name, "--json"])).json();
}

const contentPath = (hash: string) => join(data, "contents", hash.slice(2, 4), hash);
/** Leaves the file that an ended process was writing. */
async function leaveHalfFile(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `gone.1.${randomUUID()}`);
  await writeFile(path, "half");
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await utimes(path, old, old);
}

/** Writes rubbish over the first page of an index or a table. */
async function damagePageOf(path: string, name: string): Promise<void> {
  const database = new DatabaseSync(path);
  const found = database.prepare("select rootpage from sqlite_schema where name = ?").get(name);
  database.close();
  const file = await open(path, "r+");
  await file.write(Buffer.alloc(2048, 0xee), 0, 2048, (Number(found?.rootpage) - 1) * 4096);
  await file.close();
}

/** Starts the node after a crash, and halts what reads its database. On a busy machine that may be over before it is seen. */
async function launchReading(...args: string[]) {
  for (;;) {
    const child = shell.launch(["start", "--json", ...args]);
    const started = readStartLine(child).catch(() => {});
    const reader = await findReader(Number(child.pid), started);
    if (reader !== null) return { child, reader };
    child.kill("SIGKILL");
    await once(child, "close");
  }
}

/** @returns the process, which is stopped; null where it was not seen before the node had started */
async function findReader(parent: number, started: Promise<unknown>): Promise<number | null> {
  let isMissed = false;
  void started.then(() => {
    isMissed = true;
  });
  while (!isMissed) {
    const children = await readFile(`/proc/${parent}/task/${parent}/children`, "utf8");
    for (const pid of children.split(" ").filter(Boolean)) {
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      if (line.includes("find-damage-program") && stop(Number(pid))) return Number(pid);
    }
    await setTimeout(2);
  }
  return null;
}

/** @returns whether it was still there */
function stop(pid: number): boolean {
  try {
    return process.kill(pid, "SIGSTOP");
  } catch {
    return false;
  }
}

const query = (sql: string) => {
  using database = new DatabaseSync(join(data, "freehold.sqlite"));
  database.exec(sql);
};

/** Asks as browsers in both languages do. */
async function expectPage(url: string): Promise<void> {
  for (const [language, tag, title] of [
    ["zh-CN,en;q=0.5", "zh-Hans", "网站正在启动"],
    ["fr", "en", "This site is starting"],
  ] as const) {
    const headers = { accept: "text/html,*/*;q=0.8", "accept-language": language };
    const page = await fetch(url, { headers });
    const body = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
    expect(body).toContain(`<html lang="${tag}"`);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain('http-equiv="refresh"');
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    // A form that is sent again by itself would be sent twice.
    const sent = await fetch(url, { method: "POST", headers });
    expect([sent.status, (await sent.text()).includes("refresh")]).toEqual([503, false]);
  }
}

describe("a start", () => {
  it("after a clean stop makes no long checks, and leaves no crash marker", async () => {
    const first = await start();
    expect(first.recovery).toBeNull();
    expect(await readdir(join(data, "running"))).toHaveLength(1);
    expect(await first.end("SIGTERM")).toBe(0);
    expect(await readdir(join(data, "running"))).toEqual([]);
    const second = await start();
    expect(second.recovery).toBeNull();
    await second.end("SIGTERM");
  });

  it("at another address than the signed one says so, with the command that mends it", async () => {
    const moved = await start([], { FREEHOLD_URL: "https://two.example", FREEHOLD_LOG_LEVEL: "warn" });
    await moved.end("SIGTERM");
    const warned =
      /"msg":"FREEHOLD_URL is https:\/\/two\.example, but .* https:\/\/one\.example.*`npx --no-install freehold moved https:\/\/two\.example`/;
    expect(moved.log()).toMatch(warned);
    expect(moved.log()).toContain('"configured":"https://two.example"');
    const same = await start([], { FREEHOLD_URL: "https://One.example/" });
    await same.end("SIGTERM");
    expect(same.log()).not.toContain("FREEHOLD_URL is");
  });

  it("after a rollback compares the database with the contents, and speaks of no bad end", async () => {
    {
      await using snapshots = await openSnapshots({ dataDir: data, databaseUrl: null });
      await snapshots.make(Date.now());
    }
    const rolledBack = await shell.runHere(["rollback", "--yes", "--json"]);
    expect([rolledBack.code, await readdir(join(data, "running"))]).toEqual([0, ["replaced.0"]]);
    const first = await start([], { FREEHOLD_LOG_LEVEL: "info" });
    expect(first.recovery).toMatchObject({ cause: "replaced", faultyContents: 0 });
    await first.end("SIGTERM");
    expect(first.log()).toContain("it was compared with the files");
    expect(first.log()).not.toMatch(/did not end well|the whole database is read/);
    const second = await start();
    expect(second.recovery).toBeNull();
    await second.end("SIGKILL");
    // A crash stays one, whatever came after it.
    await shell.runHere(["rollback", "--yes", "--json"]);
    const third = await start();
    expect(third.recovery).toMatchObject({ cause: "crash" });
    await third.end("SIGTERM");
  });

  it("is refused beside another one; after a kill it reports, sets damaged bytes aside and notifies the owner", async () => {
    const [whole, gone, cut] = [
      await publish("whole.md", "# whole"),
      await publish("gone.md", "# gone"),
      await publish("cut.md", "# cut off in the middle"),
    ];
    const first = await start();
    const second = await shell.run(["start", "--json"]);
    expect(second.code).toBe(1);
    expect(JSON.parse(second.err).error).toMatchObject({
      code: "CANNOT_OPEN",
      message: expect.stringContaining("Another Freehold works on the data"),
    });
    await first.end("SIGKILL");
    await leaveHalfFile(join(data, "contents", "tmp"));
    await unlink(contentPath(gone.contentHash));
    const half = await open(contentPath(cut.contentHash), "r+");
    await half.truncate(5);
    await half.close();
    query("update outbox set claimed_by = 'lost'");

    const again = await start([], { FREEHOLD_LOG_LEVEL: "info" });
    expect(again.recovery).toEqual({
      cause: "crash",
      removedFiles: 1,
      releasedRows: 0,
      checkedContents: 3,
      faultyContents: 2,
    });
    const get = async ({ contentHash, timestamp }: Published) =>
      (await fetch(`${again.url}/ewp/contents/${contentHash}?timestamp=${timestamp}`)).status;
    expect([await get(whole), await get(gone), await get(cut)]).toEqual([200, 404, 404]);
    expect(await readdir(join(data, "contents", "damaged"))).toEqual([cut.contentHash]);
    expect((await stat(contentPath(whole.contentHash))).size).toBe(7);
    await again.end("SIGTERM");
    using database = new DatabaseSync(join(data, "freehold.sqlite"));
    const marks = database.prepare("select key, value from meta where key like 'content_fault.%'").all();
    expect(new Map(marks.map(({ key, value }) => [key, value]))).toEqual(
      new Map([
        [`content_fault.${gone.contentHash}`, "missing"],
        [`content_fault.${cut.contentHash}`, "damaged"],
      ]),
    );
    expect(
      database.prepare("select count(*) as n from notifications where type = 'damaged-content'").get(),
    ).toEqual({ n: 1 });

    const lines = again.log().trim().split("\n").slice(1, 3);
    const [reading, sound] = lines.map((line) => JSON.parse(line));
    expect(reading.msg).toContain("the whole database is read before the start");
    expect(reading.bytes).toBeGreaterThan(50_000);
    expect(sound).toMatchObject({
      msg: "the database was checked and is sound",
      ms: expect.any(Number),
    });
  });

  it.skipIf(process.platform !== "linux")(
    "reads the database beside itself: it lives meanwhile, and is asked again later",
    async () => {
      await copyData(killed, shell);
      const port = String(await freePort());
      const { child, reader } = await launchReading("--port", port);
      const ask = async (path: string, method = "GET") => {
        const reply = await fetch(`http://localhost:${port}${path}`, { method });
        return [reply.status, (await reply.text()).trim(), reply.headers.get("retry-after")];
      };
      const sentence = expect.stringContaining("reads its whole database");
      expect(await ask("/livez")).toEqual([200, '{"status":"ok"}', null]);
      expect(await ask("/readyz")).toEqual([503, '{"status":"unavailable"}', "5"]);
      expect(await ask("/ewp/profile")).toEqual([503, '{"error":"BUSY"}', "5"]);
      expect(await ask("/ewp/publications", "POST")).toEqual([503, '{"error":"BUSY"}', "5"]);
      expect(await ask("/api/graphql", "POST")).toEqual([503, expect.stringContaining('"STARTING"'), "5"]);
      expect(await ask("/")).toEqual([503, sentence, "5"]);
      await expectPage(`http://localhost:${port}/slug/post`);
      process.kill(reader, "SIGCONT");
      const { url } = await readStartLine(child);
      expect(url).toBe(`http://localhost:${port}`);
      expect((await ask("/ewp/profile"))[0]).toBe(200);
      child.kill("SIGTERM");
      await once(child, "close");
    },
  );

  it.skipIf(process.platform !== "linux")(
    "ends at once on SIGTERM while the database is read, and reads it again on the next start",
    async () => {
      await copyData(killed, shell);
      const { child } = await launchReading();
      child.kill("SIGTERM");
      expect((await once(child, "close"))[0]).toBe(0);
      const again = await start();
      expect(again.recovery).not.toBeNull();
      await again.end("SIGTERM");
    },
  );
});

describe("a database that is not as it should be", () => {
  it("is refused where it is newer, and can be read", async () => {
    await publish("post.md", "# A post");
    query("insert into migrations (name, applied_at) values ('9999-later', 0)");
    const refused = await shell.runHere(["start", "--json"]);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.err).error.message).toContain("newer version of Freehold");
    const reading = await start(["--read-only", "true"]);
    expect((await fetch(`${reading.url}/ewp/publications`)).status).toBe(200);
    expect((await fetch(`${reading.url}/ewp/profile`)).status).toBe(200);
    expect((await fetch(`${reading.url}/`)).status).toBe(200);
    const write = await fetch(`${reading.url}/ewp/connections`, { method: "POST", body: "{}" });
    expect([write.status, await write.json()]).toEqual([503, { error: "READ_ONLY" }]);
    expect(write.headers.get("x-error-detail")).toContain("read-only");
    const mutation = await fetch(`${reading.url}/api/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        query: 'mutation { signInWithEthereumMessage(input: {address: "0x"}) { message } }',
      }),
    });
    expect(mutation.status).toBeLessThan(500);
    expect(await reading.end("SIGTERM")).toBe(0);
  });

  it("is refused where a step or a table is missing", async () => {
    query("delete from migrations where name = '0003-comments'");
    const gap = await shell.runHere(["start", "--json"]);
    expect([gap.code, gap.err]).toEqual([
      1,
      expect.stringMatching(/incomplete: 0003-comments.*freehold restore/),
    ]);
    query(
      "insert into migrations (name, applied_at) values ('0003-comments', 0); drop table closed_comments",
    );
    const table = await shell.runHere(["start", "--json"]);
    expect([table.code, table.err]).toEqual([
      1,
      expect.stringMatching(/incomplete: closed_comments.*missing/),
    ]);
  });

  it("is refused where its pages are damaged, on each start until it is repaired", async () => {
    await copyData(killed, shell);
    await publish("post.md", "# A post");
    query("pragma wal_checkpoint(truncate)");
    const path = join(data, "freehold.sqlite");
    await damagePageOf(path, "publications_of_all");
    for (const run of [shell.run, shell.runHere]) {
      const refused = await run(["start", "--json"]);
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringMatching(/damaged.*freehold restore FILE/),
      ]);
    }
    const reading = await start(["--read-only", "true"]);
    expect((await fetch(`${reading.url}/livez`)).status).toBe(200);
    await reading.end("SIGTERM");
    await rm(path);
    await writeFile(path, "This is no database, and never was one. ".repeat(50));
    const none = await shell.runHere(["start", "--json"]);
    expect([none.code, none.err]).toEqual([1, expect.stringMatching(/damaged: file is not a database/)]);
  });
});
