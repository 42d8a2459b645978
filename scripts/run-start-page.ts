import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runFreehold, startNode, withLocalNodes } from "./local-nodes.ts";

const root = join(import.meta.dirname, "..");
const timeLimitMs = 30_000;

/** Runs what `docs/start.md` has a new owner type, on two nodes of this machine, and looks whether the posts came. */
await withLocalNodes(["Me", "Friend"], async ([me, friend], folder) => {
  if (!me || !friend) throw new Error("This takes two nodes.");
  const page = await readFile(join(root, "docs/start.md"), "utf8");
  const [, part = ""] = page.split("## The same in a terminal");
  const [first = "", second = ""] = [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, block = ""]) => block,
  );
  const run = (commands: string) => {
    const local = commands
      .replaceAll("npx --no-install freehold", `"${process.execPath}" "${me.command}"`)
      .replaceAll("https://me.example", me.url)
      .replaceAll("https://friend.example", friend.url);
    const env = { ...process.env, ...me.environment };
    return execFileSync("bash", ["-ec", local], { cwd: folder, env, encoding: "utf8" });
  };
  await runFreehold(friend, "init", "--url", friend.url, "--title", "Friend");
  await startNode(friend);
  const [init = "", ...start] = first.trim().split("\n");
  if (start.join() !== "npm start") throw new Error("The page starts the node in another way.");
  run(init);
  await startNode(me);
  await runFreehold(friend, "follow", me.url);
  process.stdout.write(run(second));
  const until = Date.now() + timeLimitMs;
  while (!(await runFreehold(friend, "timeline")).includes("Hello")) {
    if (Date.now() > until) throw new Error("The post did not come.");
    await pause(200);
  }
  process.stdout.write("The commands of docs/start.md work, and the friend has the post.\n");
});
