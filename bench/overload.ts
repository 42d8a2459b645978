import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  type LoadResult,
  quantile,
  sendAtRate,
  sendFromConnections,
} from "../packages/node/test/support/generate-load.ts";
import { createNodeProcess } from "../packages/node/test/support/node-process.ts";
import { signIn } from "../packages/node/test/support/sign-in.ts";
import { createTestNetwork } from "../packages/node/test/support/test-network.ts";
import { createWallet } from "../packages/node/test/support/wallet.ts";
import { print } from "./print.ts";

const posts = 100;
const seconds = 8;
const heads = ["offered", "served", "shed", "failed", "served/capacity", "half wait", "99 % wait"];

/** How long others waited, in milliseconds and in order of size: `/livez`, and the owner for a draft to be kept. */
interface Waits {
  alive: number[];
  written: number[];
}

/**
 * Offers a node what it can do, twice and four times as much, and prints what it serves, what it turns away, and how long
 * those wait who are served, who ask whether it lives, and its owner who writes, beside a node that has room.
 */
export async function benchOverload(): Promise<void> {
  await using network = await createTestNetwork();
  const key = randomBytes(32);
  await using node = await createNodeProcess(network, {
    FREEHOLD_TLS_CERT: "",
    FREEHOLD_TLS_KEY: "",
    FREEHOLD_CONNECTIONS_PER_ADDRESS: "0",
    TEST_PRIVATE_KEY: key.toString("hex"),
  });
  await node.start();
  await node.order({ do: "install", url: node.url, title: "Overloaded" });
  for (let post = 1; post <= posts; post += 1) await node.publish(`# Post ${post}\n`);
  const url = node.url.replace("https:", "http:");
  await sendFromConnections(url, { connections: 16, seconds: 2 });
  const alone = await sendFromConnections(url, { connections: 1, seconds: 2 });
  const ask = await enter(url, key);
  const waits = await waitAlong(url, ask, pause(4_000));
  const full = await sendFromConnections(url, { connections: 16, seconds });
  const capacity = full.served.length / seconds;
  print(
    `\nA page of 50 posts by GraphQL; capacity ${Math.round(capacity)} a second. Waits are multiples of those where there is room.\n`,
  );
  for (const isNew of [false, true]) {
    print(isNew ? "\nEach by a connection of its own:" : "By connections that stay open:");
    print([...heads, "/livez", "a draft"].map(cell).join(""));
    for (const times of [0.5, 1, 2, 4]) {
      const offered = sendAtRate(url, { rate: capacity * times, seconds, isNew });
      const then = await waitAlong(url, ask, offered);
      print(row(times, await offered, { capacity, alone, waits, then }));
    }
  }
}

type Ask = <T>(query: string, variables: Record<string, unknown>) => Promise<T>;

/** Signs the owner in. @returns what asks on their behalf */
async function enter(url: string, key: Uint8Array): Promise<Ask> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  const ask: Ask = async (query, variables) => {
    const body = JSON.stringify({ query, variables });
    const { data, errors } = await (
      await fetch(`${url}/api/graphql`, { method: "POST", headers, body })
    ).json();
    if (!data || errors) throw new Error(`The owner was refused: ${JSON.stringify(errors)}`);
    return data;
  };
  headers.authorization = `Bearer ${await signIn(ask, createWallet(key))}`;
  return ask;
}

/** Until `during` has ended, asks whether the node lives, and writes drafts. */
async function waitAlong(url: string, ask: Ask, during: Promise<unknown>): Promise<Waits> {
  let isOver = false;
  const over = during.finally(() => {
    isOver = true;
  });
  const time = async (everyMs: number, act: () => Promise<unknown>) => {
    const waits: number[] = [];
    while (!isOver) {
      const start = performance.now();
      await act();
      waits.push(performance.now() - start);
      await pause(everyMs);
    }
    return waits.sort((a, b) => a - b);
  };
  const write = () => {
    const input = { type: "POST", body: `# Draft ${randomBytes(8).toString("hex")}\n` };
    return ask("mutation M($input: CreatePublicationInput!) { createPublication(input: $input) { id } }", {
      input,
    });
  };
  const [alive, written] = await Promise.all([
    time(20, async () => await (await fetch(`${url}/livez`)).text()),
    time(100, write),
    over,
  ]);
  return { alive, written };
}

function row(
  times: number,
  { served, shed, failed }: LoadResult,
  { capacity, alone, waits, then }: { capacity: number; alone: LoadResult; waits: Waits; then: Waits },
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
    (quantile(then.alive, 0.5) / quantile(waits.alive, 0.5)).toFixed(1),
    (quantile(then.written, 0.5) / quantile(waits.written, 0.5)).toFixed(1),
  ]
    .map(cell)
    .join("");
}

function cell(value: unknown): string {
  return String(value).padStart(16);
}
