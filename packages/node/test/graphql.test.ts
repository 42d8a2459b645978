import { randomBytes } from "node:crypto";
import type { Hex, TypedData } from "@freehold/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";
import { createWallet, type Wallet } from "./support/wallet.ts";

/** An owner at a console: a node, a wallet, and nothing but GraphQL. */
interface Console {
  readonly node: TestNode;
  readonly wallet: Wallet;
  /** @returns the codes of the errors */
  refusal(query: string, variables: object): Promise<string[]>;
  ask<T>(query: string, variables?: Record<string, unknown>): Promise<T>;
  sign(message: { typedData: TypedData }): Promise<{ typedData: TypedData; signature: Hex }>;
}

let network: TestNetwork;
let ada: Console;
let bob: Console;
beforeAll(async () => {
  network = await createTestNetwork();
  ada = await openConsole("Ada");
  bob = await openConsole("Bob");
});
afterAll(async () => {
  await network[Symbol.asyncDispose]();
});

async function openConsole(title: string): Promise<Console> {
  const key = randomBytes(32);
  const wallet = createWallet(key);
  const node = await network.start({ title, privateKey: key.toString("hex") });
  let token: string | null = null;
  const post = (query: string, variables: object) =>
    node.fetch("/api/graphql", {
      method: "POST",
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      body: { query, variables },
    });
  const self: Console = {
    node,
    wallet,
    async refusal(query, variables) {
      const { json } = await post(query, variables);
      return (json as { errors: { extensions: { code: string } }[] }).errors.map(
        ({ extensions }) => extensions.code,
      );
    },
    async ask<T>(query: string, variables = {}) {
      const { status, json } = await post(query, variables);
      expect({ status, json }).toMatchObject({ status: 200, json: { data: {} } });
      expect(json).not.toHaveProperty("errors");
      return (json as { data: T }).data;
    },
    async sign({ typedData }) {
      return { typedData, signature: await wallet.signTypedData(typedData) };
    },
  };
  const asked = await self.ask<{ getSiweMessage: { message: string } }>(
    "query Q($address: String!) { getSiweMessage(address: $address) { message } }",
    { address: wallet.address },
  );
  const { message } = asked.getSiweMessage;
  const input = { message, signature: await wallet.signMessage(message) };
  const entered = await self.ask<{ signInWithEthereum: { token: string } }>(
    "mutation M($input: SignInWithEthereumInput!) { signInWithEthereum(input: $input) { token } }",
    { input },
  );
  token = entered.signInWithEthereum.token;
  return self;
}

interface ToSign {
  message: { typedData: TypedData };
}

/** Writes a post and signs it. @returns its id */
async function publish({ ask, sign }: Console, body: string): Promise<string> {
  const input = { type: "POST", body };
  const made = await ask<{ createPublication: { id: string } }>(
    "mutation M($input: CreatePublicationInput!) { createPublication(input: $input) { id slug } }",
    { input },
  );
  const { id } = made.createPublication;
  const { publicationsToSign } = await ask<{ publicationsToSign: ToSign[] }>(
    "query Q($ids: [ID!]!) { publicationsToSign(ids: $ids) { id message { typedData } } }",
    { ids: [id] },
  );
  const [first] = publicationsToSign;
  if (!first) throw new Error("There is nothing to sign.");
  const message = await sign(first.message);
  const signed = await ask(
    "mutation M($input: SignPublicationInput!) { signPublication(input: $input) { publication { state signature } } }",
    { input: { id, message } },
  );
  expect(signed).toEqual({
    signPublication: { publication: { state: "SIGNED", signature: message.signature } },
  });
  return id;
}

const connections =
  "{ followers { nodes { address url title health } } following { nodes { address title } } }";

test("a visitor follows on the page, and receives old and new posts", async () => {
  const earlier = await publish(ada, "# Before");
  const { visitorConnectionToSign } = await ada.ask<{ visitorConnectionToSign: ToSign }>(
    "query Q($url: String!) { visitorConnectionToSign(url: $url) { address title message { typedData } } }",
    { url: bob.node.url },
  );
  expect(visitorConnectionToSign).toMatchObject({ address: bob.wallet.address, title: "Bob" });
  const followed = await ada.ask(
    "mutation M($typedData: JSON!, $signature: String!) { createConnection(typedData: $typedData, signature: $signature) { address url title } }",
    { ...(await bob.sign(visitorConnectionToSign.message)) },
  );
  const { url } = bob.node;
  expect(followed).toEqual({ createConnection: { address: bob.wallet.address, url, title: "Bob" } });
  expect(await ada.ask(connections)).toEqual({
    followers: { nodes: [{ address: bob.wallet.address, url, title: "Bob", health: "HEALTHY" }] },
    following: { nodes: [] },
  });
  expect(await bob.ask(connections)).toMatchObject({
    following: { nodes: [{ address: ada.wallet.address, title: "Ada" }] },
  });

  const later = await publish(ada, "# After");
  await ada.node.settled();
  await bob.node.settled();
  const { timeline } = await bob.ask<{ timeline: { nodes: unknown[] } }>(
    "{ timeline { nodes { body publisherTitle state } } }",
  );
  expect(timeline.nodes).toEqual(
    ["# After", "# Before"].map((body) => ({ body, publisherTitle: "Ada", state: "SIGNED" })),
  );
  const delivery =
    "query Q($id: ID!) { publicationDelivery(id: $id) { done pending followers { nodes { peerTitle state reason } } } }";
  expect(await ada.ask(delivery, { id: later })).toEqual({
    publicationDelivery: {
      done: 1,
      pending: 0,
      followers: { nodes: [{ peerTitle: "Bob", state: "DONE", reason: null }] },
    },
  });
  expect(await ada.ask(delivery, { id: earlier })).toMatchObject({ publicationDelivery: { done: 0 } });
  expect(
    await ada.ask(
      "{ outbox(state: DONE) { nodes { kind subject peerUrl } } nodeStatus { outbox { done } } }",
    ),
  ).toMatchObject({
    outbox: { nodes: expect.arrayContaining([{ kind: "PUBLICATION", subject: later, peerUrl: url }]) },
  });
});

test("the owner follows, announces a new title, unfollows, and blocks", async () => {
  const { connectionToSign } = await ada.ask<{ connectionToSign: ToSign }>(
    "query Q($url: String!) { connectionToSign(url: $url) { message { typedData } } }",
    { url: bob.node.url },
  );
  const follow = "mutation M($input: FollowNodeInput!) { followNode(input: $input) { state reason } }";
  const following = await ada.ask(follow, { input: { message: await ada.sign(connectionToSign.message) } });
  expect(following).toEqual({ followNode: { state: "FOLLOWING", reason: null } });

  const { profileToSign } = await ada.ask<{ profileToSign: Array<ToSign["message"]> }>(
    'query { profileToSign(title: "Ada the Second") { form typedData } }',
  );
  const messages = await Promise.all(profileToSign.map((message) => ada.sign(message)));
  const update =
    "mutation M($input: UpdateProfileInput!) { updateProfile(input: $input) { profile { title } recipients } }";
  expect(await ada.ask(update, { input: { messages } })).toEqual({
    updateProfile: { profile: { title: "Ada the Second" }, recipients: 1 },
  });
  await ada.node.settled();
  expect(await bob.ask(connections)).toMatchObject({ followers: { nodes: [{ title: "Ada the Second" }] } });

  const { connectionEndToSign } = await ada.ask<{ connectionEndToSign: ToSign["message"] }>(
    "query Q($address: Address!) { connectionEndToSign(address: $address, owner: FOLLOWER) { typedData } }",
    { address: bob.wallet.address },
  );
  const end =
    "mutation M($input: DestroyConnectionInput!) { destroyConnection(input: $input) { state reason } }";
  const ended = await ada.ask(end, { input: { message: await ada.sign(connectionEndToSign) } });
  expect(ended).toEqual({ destroyConnection: { state: "ENDED", reason: null } });
  expect(await bob.ask(connections)).toMatchObject({ followers: { nodes: [] } });

  const { blockToSign } = await ada.ask<{ blockToSign: Array<ToSign["message"]> }>(
    "query Q($address: Address!) { blockToSign(address: $address) { typedData } }",
    { address: bob.wallet.address },
  );
  const input = {
    address: bob.wallet.address,
    reason: "too loud",
    messages: await Promise.all(blockToSign.map((message) => ada.sign(message))),
  };
  const block =
    "mutation M($input: CreateBlockInput!) { createBlock(input: $input) { followerAddress isNotified } }";
  expect(await ada.ask(block, { input })).toEqual({
    createBlock: [{ followerAddress: bob.wallet.address, isNotified: true }],
  });
  await ada.node.settled();
  expect(
    await ada.ask("{ blocks { nodes { address title reason } } followers { nodes { address } } }"),
  ).toEqual({
    blocks: { nodes: [{ address: bob.wallet.address, title: "Bob", reason: "too loud" }] },
    followers: { nodes: [] },
  });
  expect(await bob.ask(connections)).toMatchObject({ following: { nodes: [] } });
});

test("an address at which the node does not answer is signed only by its owner's word", async () => {
  const carl = await openConsole("Carl");
  const url = bob.node.url;
  const { profileToSign } = await carl.ask<{ profileToSign: Array<ToSign["message"]> }>(
    "query Q($url: String!) { profileToSign(url: $url) { typedData } }",
    { url },
  );
  const messages = await Promise.all(profileToSign.map((message) => carl.sign(message)));
  for (const name of ["updateProfile", "broadcastProfileUpdate"]) {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const update = `mutation M($input: ${type}!) { ${name}(input: $input) { recipients } }`;
    expect(await carl.refusal(update, { input: { messages } })).toEqual(["ADDRESS_NOT_HERE"]);
    expect(await carl.ask("query { profile { url } }")).toEqual({ profile: { url: carl.node.url } });
  }
  const forced =
    "mutation M($input: UpdateProfileInput!) { updateProfile(input: $input) { profile { url } recipients } }";
  expect(await carl.ask(forced, { input: { messages, force: true } })).toEqual({
    updateProfile: { profile: { url }, recipients: 0 },
  });
});
