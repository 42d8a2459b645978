import { randomBytes, randomInt } from "node:crypto";
import type { Hex, TypedData } from "@freehold/protocol";
import { signIn } from "../sign-in.ts";
import { createWallet } from "../wallet.ts";
import type { Shelf } from "./readers.ts";
import type { Actor } from "./rounds.ts";
import type { SoakNetwork } from "./soak-network.ts";

/** The owner, other nodes, and people who comment. */
export function createWriters(network: SoakNetwork, shelf: Shelf): Actor[] {
  const { node, peers, random } = network;
  let count = 0;
  const write = async () => {
    count += 1;
    const { id, contentHash: hash, timestamp } = await node.publish(makeText(count, random));
    shelf.posts.push({ id, hash, timestamp: timestamp ?? 0 });
    // The oldest are read no more, as it goes with posts.
    if (shelf.posts.length > 2_000) shelf.posts.shift();
  };
  return [
    { name: "posts", everyMs: 1_000, act: write },
    ...peers.map((peer, index) => ({
      name: "posts of peers",
      everyMs: 1_500,
      act: async () => await peer.publish(makeText(++count, random), { slug: `peer-${index}-${count}` }),
    })),
    createFollowing(network),
    createOutage(network),
    createCommenter(network, shelf),
    ...createAskers(network),
  ];
}

/** Of 100 to 60,000 characters; no two are the same. */
export function makeText(number: number, random: () => number): string {
  const length = 100 + Math.floor(random() ** 2 * 60_000);
  const words = `Words of post ${number}, #tag${number % 50}, somebody wrote and signed. `;
  return `# Post ${number}\n\n${words.repeat(Math.ceil(length / words.length))}\n`;
}

/** One of the others ends its follow and begins it again. */
function createFollowing({ peers: [one], node, owner }: SoakNetwork): Actor {
  return {
    name: "follows",
    everyMs: 10_000,
    async act() {
      if (!one) return;
      const { address } = owner;
      await one.unfollow({ signer: { ...one.signer, address } });
      // What was ended in one second is begun in a later one.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await one.follow(node);
    },
  };
}

/** The other one is away now and then. */
function createOutage({ peers: [, two] }: SoakNetwork): Actor {
  return {
    name: "outages",
    everyMs: 60_000,
    async act() {
      await two?.stop();
      await new Promise((resolve) => setTimeout(resolve, 8_000));
      await two?.start();
    },
  };
}

function createCommenter({ ask }: SoakNetwork, shelf: Shelf): Actor {
  return {
    name: "comments",
    everyMs: 3_000,
    async act() {
      const wallet = createWallet(randomBytes(32));
      const from = `198.51.${randomInt(256)}.${randomInt(256)}`;
      const input = {
        publicationId: String(shelf.posts.at(-1)?.id),
        authType: "ETHEREUM",
        authorId: wallet.address,
        authorName: "Somebody",
        body: `Well said. ${randomBytes(8).toString("hex")}`,
      };
      const { createComment } = await ask<{
        createComment: { comment: { id: string }; typedData: TypedData };
      }>(
        "mutation M($input: CreateCommentInput!) { createComment(input: $input) { comment { id } typedData } }",
        { input },
        { from },
      );
      const tokenOrSignature: Hex = await wallet.signTypedData(createComment.typedData);
      await ask(
        "mutation M($input: ConfirmCommentInput!) { confirmComment(input: $input) { id } }",
        { input: { id: createComment.comment.id, tokenOrSignature } },
        { from },
      );
    },
  };
}

/** The owner at the console, and anybody. */
function createAskers(network: SoakNetwork): Actor[] {
  let token: string | null = null;
  const asOwner = async () => {
    token ??= await signIn(network.ask, network.owner);
    await network.ask(ownersQuery, {}, { token });
  };
  return [
    { name: "owner's questions", everyMs: 500, act: asOwner },
    {
      name: "questions",
      everyMs: 200,
      act: () =>
        network.ask(
          `{ publications(first: ${1 + Math.floor(network.random() * 50)}) { nodes { id slug } } }`,
          {},
        ),
    },
    {
      name: "sessions",
      everyMs: 20_000,
      async act() {
        const session = await signIn(network.ask, network.owner);
        await network.ask("mutation { signOut }", {}, { token: session });
      },
    },
  ];
}

const ownersQuery = `{
  timeline(first: 20) { nodes { id publisherTitle tags } }
  notifications(first: 20) { nodes { id } }
  search(query: "words", first: 10) { nodes { __typename } }
}`;
