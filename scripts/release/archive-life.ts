import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { startPlainNode } from "./run-archive.ts";
import { runProgram, type Walked } from "./walk-commands.ts";

/** The data that version 0.1.0 made. */
const earlier = join(import.meta.dirname, "../../packages/node/test/fixtures/data-0.1.0");
const [oldAddress, newAddress] = ["https://old.example", "https://new.example"];

/**
 * A life of a program: it starts and publishes, moves to another address, starts on the data of an earlier version, goes back, upgrades
 * again, and closes its site.
 *
 * @param folder empty; gets the data
 * @returns a line for each part, with its seconds
 * @throws Error for a part that does not end as it should
 */
export async function liveLife({ command, environment }: Walked, folder: string): Promise<string[]> {
  mkdirSync(folder);
  const lines: string[] = [];
  const timed = async (name: string, work: () => Promise<void>) => {
    const begun = performance.now();
    await work();
    lines.push(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
  };
  const data = join(folder, "data");
  const start = (settings: Record<string, string> = {}, at = data) =>
    startPlainNode(command, { ...environment, ...settings }, at);

  await timed("A start, a new site and a post", async () => {
    await using node = await start();
    const walked = { command, environment: node.environment };
    await runProgram(walked, ["init", "--url", oldAddress, "--title", "Ada"]);
    writeFileSync(join(folder, "post.md"), "# Hello\n");
    await runProgram(walked, ["publish", join(folder, "post.md"), "--slug", "hello"]);
    await requireAnswer(node.url, { path: "/slug/hello", status: 200, holds: "Hello" });
  });

  await timed("A move to another address", async () => {
    const { environment: settings } = await stopped(await start());
    await runProgram({ command, environment: settings }, ["moved", newAddress, "--force", "--yes"]);
    await using node = await start({ FREEHOLD_URL: newAddress });
    await requireAnswer(node.url, { path: "/slug/hello", status: 301, host: new URL(oldAddress).host });
    await requireAnswer(node.url, { path: "/slug/hello", status: 200, host: new URL(newAddress).host });
  });

  await timed("An upgrade from 0.1.0, the way back, and the upgrade again", async () => {
    const old = join(folder, "earlier/data");
    mkdirSync(old, { recursive: true });
    cpSync(join(earlier, "contents"), join(old, "contents"), { recursive: true });
    const database = gunzipSync(readFileSync(join(earlier, "freehold.sqlite.gz")));
    writeFileSync(join(old, "freehold.sqlite"), database);
    const { environment: settings } = await stopped(await start({}, old));
    const walked = { command, environment: settings };
    const list = async () => JSON.parse(await runProgram(walked, ["posts", "list", "--json"])).length;
    const posts = await list();
    const back = JSON.parse(await runProgram(walked, ["rollback", "--yes", "--json"]));
    if (back.replaced === null) throw new Error("The way back kept nothing of the newer database.");
    await stopped(await start({}, old));
    if (posts === 0 || (await list()) !== posts) throw new Error("The second upgrade has other posts.");
  });

  await timed("The end of the site", async () => {
    await using node = await start({ FREEHOLD_URL: newAddress });
    const walked = { command, environment: node.environment };
    const site = join(folder, "site");
    await runProgram(walked, ["close", site, "--yes"]);
    await requireAnswer(node.url, { path: "/", status: 200, holds: "was closed on" });
    if (!readFileSync(join(site, "index.html"), "utf8").includes("was closed on"))
      throw new Error("The files of the closed site don't say that it is closed.");
    const again = await runProgram(walked, ["publish", join(folder, "post.md")]).catch(() => null);
    if (again !== null) throw new Error("A closed site published a post.");
  });
  return lines;
}

async function stopped(node: Awaited<ReturnType<typeof startPlainNode>>) {
  await node[Symbol.asyncDispose]();
  return node;
}

/** @throws Error for another answer */
async function requireAnswer(
  url: string,
  { path, status, host, holds = "" }: { path: string; status: number; host?: string; holds?: string },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number | undefined; body: string }>();
  get(`${url}${path}`, host === undefined ? {} : { headers: { host } }, (reply) => {
    text(reply).then((body) => resolve({ code: reply.statusCode, body }), reject);
  }).once("error", reject);
  const { code, body } = await promise;
  if (code !== status || !body.includes(holds))
    throw new Error(`${path} of ${host ?? url} was answered ${code}: ${body.slice(0, 500)}`);
}
