import { createNodeProcess } from "../packages/node/test/support/node-process.ts";
import { type Answered, offerLoad, quantile } from "../packages/node/test/support/offer-load.ts";
import { createTestNetwork } from "../packages/node/test/support/test-network.ts";
import { say } from "./say.ts";

const posts = 100;
const seconds = 8;

/**
 * Offers a node what it can do, twice and four times as much, and prints what it serves, what it turns away, and how long
 * those wait who are served, beside a node that has room.
 */
export async function benchOverload(): Promise<void> {
  await using network = await createTestNetwork();
  await using node = await createNodeProcess(network, {
    FREEHOLD_TLS_CERT: "",
    FREEHOLD_TLS_KEY: "",
    FREEHOLD_CONNECTIONS_PER_ADDRESS: "0",
  });
  await node.start();
  await node.order({ do: "install", url: node.url, title: "Overloaded" });
  for (let post = 1; post <= posts; post += 1) await node.publish(`# Post ${post}\n`);
  const url = node.url.replace("https:", "http:");
  await offerLoad(url, { connections: 16, seconds: 2 });
  const alone = await offerLoad(url, { connections: 1, seconds: 2 });
  const full = await offerLoad(url, { connections: 16, seconds });
  const capacity = full.served.length / seconds;
  say(
    `\nA page of 50 posts by GraphQL; capacity ${Math.round(capacity)} a second. Waits are multiples of those of one client alone.\n`,
  );
  say(
    ["offered", "served", "shed", "failed", "served/capacity", "half wait", "99 % wait"].map(cell).join(""),
  );
  for (const times of [0.5, 1, 2, 4]) {
    const answered = await offerLoad(url, { connections: 128 * times, seconds, rate: capacity * times });
    say(row(times, answered, { capacity, alone }));
  }
}

function row(
  times: number,
  { served, shed, failed }: Answered,
  { capacity, alone }: { capacity: number; alone: Answered },
): string {
  const usual = quantile(alone.served, 0.5);
  return [
    `${times}x`,
    Math.round(served.length / seconds),
    Math.round(shed / seconds),
    failed,
    (served.length / seconds / capacity).toFixed(2),
    (quantile(served, 0.5) / usual).toFixed(1),
    (quantile(served, 0.99) / usual).toFixed(1),
  ]
    .map(cell)
    .join("");
}

function cell(value: unknown): string {
  return String(value).padStart(17);
}
