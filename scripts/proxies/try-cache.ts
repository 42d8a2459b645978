import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "undici";
import type { NodeGroup } from "./node-group.ts";

const reads = 10_000;
/** The longest time until a change is seen, as the documents say. */
const promisedMs = 10_000;

type Print = (line: string) => void;

interface Answer {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Tests which answers a cache in front of a group stores, for how long, and for whom. */
export async function tryCache(group: NodeGroup, pool: Pool, print: Print): Promise<void> {
  const check = (text: string, isRight: boolean) => {
    print(`  ${isRight ? "ok      " : "FAILED  "} ${text}`);
    if (!isRight) process.exitCode = 1;
  };
  const get = (path: string, headers: Record<string, string> = {}) => read(pool, path, headers);
  const publish = async (name: string, text: string) => {
    writeFileSync(join(group.folder, name), text);
    const { out, err, code } = await group.run([
      "publish",
      name,
      "--json",
      "--slug",
      name.replace(/\..*/, ""),
    ]);
    if (code !== 0) throw new Error(err);
    return JSON.parse(out) as { id: number; contentHash: string };
  };

  const post = await publish("first.md", "# First\n\nA text for everybody.");
  const paths = ["/", "/slug/first", `/ewp/contents/${post.contentHash}`, "/feed.xml"];
  for (const path of paths) {
    const before = await group.countReads();
    const began = performance.now();
    await readOften(pool, path, reads);
    const ms = performance.now() - began;
    const atNode = (await group.countReads()) - before;
    // One request while the cache is empty, and a few every ten seconds after that.
    check(
      `${reads} reads of ${path.slice(0, 24)} in ${Math.round(ms)} ms: ${atNode} at the node`,
      atNode <= 1 + 10 * Math.floor(ms / promisedMs),
    );
  }

  await get("/");
  await publish("second.md", "# Second\n\nIt is new.");
  check(
    "the owner sees a new post at once",
    (await get("/", { cookie: "__Host-freehold_session=x" })).text.includes("Second"),
  );
  const seen = await timeUntil(async () => (await get("/")).text.includes("Second"));
  check(`everybody after ${(seen / 1000).toFixed(1)} s of at most 10`, seen <= promisedMs + 1_000);

  await get("/slug/third");
  check("an address without a post is 404", (await get("/slug/third")).status === 404);
  await publish("third.md", "# Third");
  check("and the post is there as soon as it is published", (await get("/slug/third")).status === 200);

  await group.run(["posts", "delete", "third", "--yes"]);
  const gone = await timeUntil(async () => (await get("/slug/third")).status === 404);
  check(
    `a deleted one is gone after ${(gone / 1000).toFixed(1)} s of at most 10`,
    gone <= promisedMs + 1_000,
  );

  const languages = await Promise.all(
    ["en", "zh", "en", "zh-CN,zh;q=0.9,en;q=0.8", "en-GB,en;q=0.9,zh;q=0.1", "de"].map(async (accepted) => {
      const { text } = await get("/archive", { "accept-language": accepted });
      return /<html lang="(\w+)/.exec(text)?.[1];
    }),
  );
  check(`readers get their language: ${languages.join(", ")}`, languages.join() === "en,zh,en,zh,en,en");
  const themes = [];
  for (const theme of ["dark", "light", "", "dark"]) {
    const { text } = await get("/archive", theme ? { cookie: `freehold_theme=${theme}` } : {});
    themes.push(/<html[^>]* data-theme="(\w+)"/.exec(text)?.[1] ?? "none");
  }
  check(`and their theme: ${themes.join(", ")}`, new Set(themes).size === 3 && themes[0] === themes[3]);
  const encodings = [];
  for (const accepted of ["br", "gzip", "identity", "gzip, deflate, br, zstd"]) {
    const { headers } = await get("/slug/first", { "accept-encoding": accepted });
    encodings.push(headers["content-encoding"] ?? "none");
  }
  check(`and their encoding: ${encodings.join(", ")}`, encodings.join() === "br,gzip,none,br");
  const sync = await get(`/ewp/contents/${post.contentHash}`, { "user-agent": "ePress-Sync/1.0" });
  const usual = await get(`/ewp/contents/${post.contentHash}`);
  check(
    "a reference node gets its form, and others theirs",
    sync.headers["content-type"] === "text/markdown" &&
      usual.headers["content-type"] === "text/markdown; charset=utf-8",
  );
  const part = await get(`/ewp/contents/${post.contentHash}`, { range: "bytes=2-6" });
  check(`a range is a range: ${part.status} ${part.text}`, part.status === 206 && part.text === "First");
  const fresh = await get("/slug/first");
  const again = await get("/slug/first", { "if-none-match": String(fresh.headers.etag) });
  check("who has the page gets 304", again.status === 304);
  for (const path of ["/console", "/search?q=first", "/nothing", "/livez"]) {
    const before = await group.countReads();
    for (let count = 0; count < 3; count += 1) await get(path);
    const atNode = (await group.countReads()) - before;
    if (path !== "/livez") check(`${path} is asked of the node each time`, atNode === 3);
  }
}

async function read(pool: Pool, path: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await pool.request({ path, method: "GET", headers });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

async function readOften(pool: Pool, path: string, times: number): Promise<void> {
  let left = times;
  const reader = async () => {
    while (left-- > 0) {
      const { status } = await read(pool, path, {});
      if (status !== 200) throw new Error(`${path}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 100 }, reader));
}

async function timeUntil(isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > 60_000) throw new Error("It never is.");
    await pause(100);
  }
  return performance.now() - began;
}
