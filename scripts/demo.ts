import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type LocalNode, runFreehold, startNode, stopNode, withLocalNodes } from "./local-nodes.ts";

interface TimelineItem {
  publisher: string;
  contentHash: string;
  body: string | null;
  description: string | null;
}

const timeLimitMs = 15_000;
/** A red square of 16 by 16 pixels. */
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mO4w0AaYhjVMKph5GogFQEAL4mIEA8YjPwAAAAASUVORK5CYII=";

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function main(): Promise<void> {
  const started = Date.now();
  say("Three people, three nodes, all on this machine and over HTTPS.\n");
  await withLocalNodes(["Ada", "Ben", "Cleo"], async (nodes, folder) => {
    await Promise.all(nodes.map(settle));
    await show(folder, nodes);
  });
  say(`\nDone in ${((Date.now() - started) / 1000).toFixed(1)} seconds. Nothing is left behind.`);
}

async function show(folder: string, [ada, ben, cleo]: LocalNode[]): Promise<void> {
  if (!ada || !ben || !cleo) throw new Error("The demo takes three nodes.");
  say("They follow each other: each follow is signed, and both sides check it.");
  const everybody = [ada, ben, cleo];
  await Promise.all(
    everybody.map(async (follower) => {
      for (const other of everybody) if (other !== follower) await runFreehold(follower, "follow", other.url);
      say(`  ${follower.name} follows the other two.`);
    }),
  );

  say("\nAda publishes a post and a picture. She signs both.");
  const post = join(folder, "hello.md");
  const image = join(folder, "square.png");
  await writeFile(post, "# Hello\n\nThese are *my* words, on my own node.\n");
  await writeFile(image, Buffer.from(picture, "base64"));
  await runFreehold(ada, "publish", post, "--slug", "hello");
  await runFreehold(ada, "publish", image, "--description", "A red square");
  await arrive([ben, cleo], 2);

  say("\nCleo's machine is switched off. Ada and Ben continue writing.");
  await stopNode(cleo);
  await publishText(folder, ada, "While Cleo is away, I write on.");
  await publishText(folder, ben, "So do I.");
  await arrive([ada], 4);
  say("\nCleo comes back, and catches up by herself.");
  await startNode(cleo);
  await arrive([cleo], 4);
  await printTimeline(cleo);

  say("\nAnybody can check all of it:");
  say(await runFreehold(cleo, "verify", ada.url));
}

async function settle(node: LocalNode): Promise<void> {
  await runFreehold(node, "init", "--url", node.url, "--title", node.name);
  await startNode(node);
  say(`  ${node.name} is at ${node.url}`);
}

async function publishText(folder: string, node: LocalNode, text: string): Promise<void> {
  const file = join(folder, `${node.name}.md`);
  await writeFile(file, `${text}\n`);
  await runFreehold(node, "publish", file);
  say(`  ${node.name}: “${text}”`);
}

/** Waits until each of the nodes has this many publications, and prints it. */
async function arrive(nodes: LocalNode[], count: number): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => {
      const until = Date.now() + timeLimitMs;
      while ((await timeline(node)).length < count) {
        if (Date.now() > until) throw new Error(`${node.name} did not get everything in time.`);
        await pause(400);
      }
    }),
  );
  for (const node of nodes) say(`  ${node.name} has all ${count} of them.`);
}

async function printTimeline(node: LocalNode): Promise<void> {
  say(`\n${node.name}'s timeline:`);
  for (const item of await timeline(node)) {
    const text = (item.body ?? item.description ?? "").replace(/\s+/g, " ").trim();
    say(`  ${item.publisher.padEnd(5)} ${text}`);
  }
}

async function timeline(node: LocalNode): Promise<TimelineItem[]> {
  return JSON.parse(await runFreehold(node, "timeline", "--json")) as TimelineItem[];
}

await main();
