import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { TypedData } from "@freehold/protocol";
import { createWallet } from "../../packages/node/test/support/wallet.ts";
import { comment, feeds, mentionPages, nestedFeed, post } from "./documents.ts";
import type { Stranger } from "./stranger.ts";

/** An attack: what it does while others read. */
export interface Attack {
  readonly name: string;
  run(stranger: Stranger): Promise<void>;
}

/** How long (ms) an attack without an end goes on. */
const attackMs = 15_000;
const verifyBytes = 4 * 1024 * 1024;

export const attacks: readonly Attack[] = [
  ...Object.entries(mentionPages).map(([name, write]) => ({
    name: `a mention from a page with ${name}`,
    run: async (stranger: Stranger) => {
      const source = stranger.serve({ type: "text/html", body: write(stranger.target) });
      const status = await stranger.form("/webmention", { source, target: stranger.target });
      await stranger.untilSettled(status.location);
    },
  })),
  {
    name: "the owner links to such pages",
    async run(stranger) {
      const pages = Object.values(mentionPages).map((write) =>
        stranger.serve({ type: "text/html", body: write("https://x.example/") }),
      );
      await stranger.publish(`# Links\n\n${pages.map((url) => `- ${url}`).join("\n")}`);
      await stranger.settle();
    },
  },
  ...Object.entries(feeds).map(([name, write]) => ({
    name: `the owner looks at a feed with ${name}`,
    run: async (stranger: Stranger) => {
      await stranger.own("query Q($url: String!) { feedPreview(url: $url) { title } }", {
        url: stranger.serve(write()),
      });
    },
  })),
  {
    name: "the owner reads a feed of nested markup",
    async run(stranger) {
      const url = stranger.serve(nestedFeed());
      await stranger.own("mutation M($input: SubscribeFeedInput!) { subscribeFeed(input: $input) { id } }", {
        input: { url },
      });
      await stranger.settle();
      for (let look = 0; look < 5; look += 1)
        await stranger.own("{ reading(first: 100) { nodes { entry { html } } } }");
    },
  },
  {
    name: "20 comments of one address",
    async run(stranger) {
      for (let count = 0; count < 20; count += 1) await writeComment(stranger);
    },
  },
  {
    name: "a post of 8,000 references",
    async run(stranger) {
      const { contentHash } = await stranger.publish(post);
      for (let count = 0; count < 20; count += 1)
        await stranger.get(`/publications/${contentHash}?n=${count}`);
    },
  },
  {
    name: "120 bodies for /verify that never end",
    async run(stranger) {
      const body = Buffer.alloc(verifyBytes - 1, "x");
      const sockets = Array.from({ length: 120 }, () => {
        const socket = connect({ ...stranger.at, localAddress: stranger.address });
        socket.on("error", () => {});
        socket.write(
          `POST /verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${verifyBytes}\r\n\r\n`,
        );
        socket.write(body);
        return socket;
      });
      await pause(attackMs);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: "texts of 4 MB for /verify, from 8 connections",
    run: (stranger) => again(8, () => stranger.form("/verify", { proof: "x".repeat(verifyBytes - 1_000) })),
  },
  {
    name: "cursors that belong to nothing",
    run: (stranger) =>
      again(8, () => stranger.get(`${stranger.path}?comments=${randomBytes(9).toString("base64url")}`)),
  },
  {
    name: "diagrams that are not there",
    run: (stranger) =>
      again(8, () =>
        stranger.get(`${stranger.path}/diagrams/${Math.floor(Math.random() * 9_000) + 100}.svg`),
      ),
  },
  {
    name: "200 subscriptions of names that do not exist",
    async run(stranger) {
      for (let count = 0; count < 200; count += 1)
        await subscribe(stranger, `https://${randomBytes(8).toString("hex")}.invalid/`);
    },
  },
  {
    name: "50 subscriptions of one feed, and a post",
    async run(stranger) {
      const callback = stranger.serve({ type: "text/plain", body: "", echoes: "hub.challenge" });
      for (let count = 0; count < 50; count += 1) await subscribe(stranger, `${callback}?n=${count}`);
      await stranger.settle();
      await stranger.publish("# For fifty subscribers");
      await stranger.settle();
    },
  },
];

/** Does something again and again, so many side by side, for the usual time. */
async function again(sideBySide: number, act: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + attackMs;
  const one = async () => {
    while (performance.now() < end) await act().catch(() => pause(50));
  };
  await Promise.all(Array.from({ length: sideBySide }, one));
}

function subscribe(stranger: Stranger, callback: string): Promise<unknown> {
  return stranger.form("/websub", {
    "hub.mode": "subscribe",
    "hub.topic": stranger.feed,
    "hub.callback": callback,
  });
}

/** Writes a comment with a new key, and confirms it. */
async function writeComment(stranger: Stranger): Promise<void> {
  const wallet = createWallet(randomBytes(32));
  const input = {
    publicationId: String(stranger.post),
    authType: "ETHEREUM",
    authorId: wallet.address,
    body: comment,
  };
  const { createComment: made } = await stranger.ask<{
    createComment: { comment: { id: string }; typedData: TypedData } | null;
  }>(
    "mutation M($input: CreateCommentInput!) { createComment(input: $input) { comment { id } typedData } }",
    { input },
  );
  if (!made) return;
  const tokenOrSignature = await wallet.signTypedData(made.typedData);
  await stranger.ask("mutation M($input: ConfirmCommentInput!) { confirmComment(input: $input) { id } }", {
    input: { id: made.comment.id, tokenOrSignature },
  });
}
