import { contentHash, type Hash } from "@freehold/protocol";
import { RefusedError } from "../../../packages/node/test/support/http-owner.ts";
import { gone } from "./ledger.ts";
import type { TestNetwork, TestNode } from "./test-network.ts";

/** Operations of the owners of a test network. Each is entered in the ledger before the request and after its acknowledgement. */
export interface OperationContext {
  network: TestNetwork;
  /** From 0 up to 1. */
  random: () => number;
  /** Never the same twice. */
  text: string;
}

type Operation = (acting: OperationContext) => Promise<void>;

async function write({ ledger, create }: TestNode, text: string, state: "DRAFT" | "LOCAL"): Promise<string> {
  const { id, contentHash: hash } = await create(text, { state });
  ledger.acknowledge(`publication ${id}`, `${state.toLowerCase()} ${hash} `);
  return id;
}

async function sign({ ledger, sign: ask }: TestNode, id: string, hash: Hash): Promise<void> {
  ledger.attempt(`publication ${id}`, `signed ${hash} *`);
  const { timestamp } = await ask(id);
  ledger.acknowledge(`publication ${id}`, `signed ${hash} ${timestamp}`);
}

/** One that is signed for sure, or null. */
function pick({ ledger }: TestNode, random: () => number): { id: string; thing: string } | null {
  const things = ledger.certain("publication ", "signed ");
  const thing = things[Math.floor(random() * things.length)];
  return thing === undefined ? null : { id: thing.slice("publication ".length), thing };
}

export const operations = {
  async publish({ network: { publisher }, text }) {
    const id = await write(publisher, text, "LOCAL");
    await sign(publisher, id, contentHash(Buffer.from(text)));
  },
  async upload({ network: { publisher }, text }) {
    // Several pieces of a stream, of which a file could be torn off.
    const bytes = new Uint8Array(Buffer.from(text.padEnd(400_000, text)));
    const { id, contentHash: hash } = await publisher.create({ bytes }, { description: "a file" });
    publisher.ledger.acknowledge(`publication ${id}`, `local ${hash} `);
    await sign(publisher, id, hash);
  },
  async draft({ network: { publisher }, text }) {
    const id = await write(publisher, text, "DRAFT");
    const changed = `${text}, changed`;
    publisher.ledger.attempt(`publication ${id}`, `draft ${contentHash(Buffer.from(changed))} `);
    const { contentHash: hash } = await publisher.change(id, changed);
    publisher.ledger.acknowledge(`publication ${id}`, `draft ${hash} `);
  },
  async destroy({ network: { publisher }, random }) {
    const picked = pick(publisher, random);
    if (!picked) return;
    publisher.ledger.attempt(picked.thing, gone);
    // Comments go with what they are on.
    const { ledger } = publisher;
    for (const comment of ledger.certain(`comment on ${picked.id} `, "")) ledger.attempt(comment, gone);
    await publisher.destroy(picked.id);
    publisher.ledger.acknowledge(picked.thing, gone);
  },
  async comment({ network: { publisher }, random, text }) {
    const picked = pick(publisher, random);
    if (!picked) return;
    const id = await publisher.comment(picked.id, text);
    publisher.ledger.acknowledge(`comment on ${picked.id} ${id}`, "confirmed");
  },
  async rename({ network: { publisher }, text }) {
    publisher.ledger.attempt("title", text);
    await publisher.rename(text);
    publisher.ledger.acknowledge("title", text);
  },
  async theme({ network: { followers }, text }) {
    const theme = `t${contentHash(Buffer.from(text)).slice(2, 10)}`;
    const [one] = followers;
    if (!one) return;
    one.ledger.attempt("theme", theme);
    await one.setTheme(theme);
    one.ledger.acknowledge("theme", theme);
  },
  /** The last of the followers goes away. */
  async leave({ network: { publisher, followers } }) {
    const one = followers.at(-1);
    if (!one) return;
    const follow = `follow ${one.wallet.address}>${publisher.wallet.address}`;
    one.ledger.attempt(follow, gone);
    await one.endFollow(publisher.wallet.address, "FOLLOWER");
    one.ledger.acknowledge(follow, gone);
  },
  /** And comes back. */
  async follow({ network: { publisher, followers } }) {
    const one = followers.at(-1);
    if (!one) return;
    const follow = `follow ${one.wallet.address}>${publisher.wallet.address}`;
    one.ledger.attempt(follow, "stands");
    // It may have been done before by a node that died before it said so.
    const { state } = await one
      .prepareFollow(publisher.node.url)
      .then(one.follow)
      .catch((error: unknown) => {
        if (error instanceof RefusedError && error.reason === "FOLLOWED_ALREADY")
          return { state: "FOLLOWING" };
        throw error;
      });
    if (state === "FOLLOWING") one.ledger.acknowledge(follow, "stands");
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

/**
 * Does it, as somebody whose node may die any moment.
 *
 * @returns whether it was answered; a refused operation was not done, and is no loss
 */
export async function tryOperation(
  name: OperationName,
  acting: OperationContext,
): Promise<"done" | "refused" | "no answer"> {
  try {
    await operations[name](acting);
    return "done";
  } catch (error) {
    return error instanceof RefusedError ? "refused" : "no answer";
  }
}
