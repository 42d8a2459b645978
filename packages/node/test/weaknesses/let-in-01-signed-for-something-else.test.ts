import { randomBytes } from "node:crypto";
import { contentHash, type Envelope, type Hex, type TypedData, toHex } from "@freehold/protocol";
import { recoverAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createSigner } from "../../src/keystore/signer.ts";
import { findConnection } from "../../src/store/connections.ts";
import { createWallet as createCommenter, openCommentDesk, publishComment } from "../support/comment-desk.ts";
import { type GraphqlNode, openGraphqlNode } from "../support/graphql-node.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";
import { createWallet } from "../support/wallet.ts";

let network: TestNetwork;
let ada: TestNode;
let ben: TestNode;
beforeAll(async () => {
  network = await createTestNetwork();
  [ada, ben] = [await network.start({ title: "Ada" }), await network.start({ title: "Ben" })];
});
afterAll(async () => {
  await network[Symbol.asyncDispose]();
});

const now = () => Math.floor(Date.now() / 1000);

/** What somebody signs to follow Ada. */
function follow({ signer, url } = ben, timestamp = now()): Envelope {
  const pair = { followerAddress: signer.address, followeeAddress: ada.signer.address };
  return signer.sign("CreateConnection", { ...pair, followeeUrl: ada.url, followerUrl: url, timestamp });
}

function end({ signer } = ben, timestamp = now()): Envelope {
  const pair = { followerAddress: signer.address, followeeAddress: ada.signer.address };
  return signer.sign("DestroyConnection", { ...pair, timestamp });
}

async function send(path: string, method: "POST" | "DELETE" | "PATCH", body: unknown) {
  const { status, json } = await ada.fetch(path, { method, body });
  return status < 400 ? status : Object(json).error;
}

const bring = (body: unknown) => send("/ewp/connections", "POST", body);

/** The same envelope with something else in its typed data. */
function bend(
  envelope: Envelope,
  change: (data: Record<string, Record<string, unknown>>) => unknown,
): unknown {
  const data = structuredClone(envelope.typedData) as unknown as Record<string, Record<string, unknown>>;
  change(data);
  return { ...envelope, typedData: data };
}

/** The signature that has the other `s`: as good to the curve as the one that was made. */
function flip(signature: string): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const [r, s, v] = [signature.slice(2, 66), BigInt(`0x${signature.slice(66, 130)}`), signature.slice(130)];
  return `0x${r}${(order - s).toString(16).padStart(64, "0")}${v === "1b" ? "1c" : "1b"}`;
}

describe("a follow that was signed, with something else around it, is refused", () => {
  const types = (data: Record<string, Record<string, unknown>>) => data.types as Record<string, unknown[]>;
  const bends: ReadonlyArray<readonly [string, (envelope: Envelope) => unknown]> = [
    [
      "a field beside those that are signed",
      (one) => bend(one, ({ message }) => Object.assign(message ?? {}, { role: "admin" })),
    ],
    [
      "a field, and a type that has it",
      (one) =>
        bend(one, (data) => {
          Object.assign(data.message ?? {}, { role: "admin" });
          types(data).CreateConnection?.push({ name: "role", type: "string" });
        }),
    ],
    [
      "another URL, and a type without the URL",
      (one) =>
        bend(one, (data) => {
          Object.assign(data.message ?? {}, { followerUrl: "https://evil.example" });
          types(data).CreateConnection?.splice(3, 1);
        }),
    ],
    [
      "another URL",
      (one) =>
        bend(one, ({ message }) => Object.assign(message ?? {}, { followerUrl: "https://evil.example" })),
    ],
    [
      "another time",
      (one) => bend(one, ({ message }) => Object.assign(message ?? {}, { timestamp: now() + 5 })),
    ],
    [
      "a later time of a narrower type",
      (one) =>
        bend(one, (data) => {
          Object.assign(data.message ?? {}, { timestamp: now() + 5 });
          types(data).CreateConnection?.splice(4, 1, { name: "timestamp", type: "uint8" });
        }),
    ],
    ["fields in another order", (one) => bend(one, (data) => types(data).CreateConnection?.reverse())],
    [
      "types of another message",
      (one) =>
        bend(one, (data) => {
          data.types = { DestroyConnection: types(data).CreateConnection ?? [] } as never;
        }),
    ],
    [
      "a type that is a text",
      (one) =>
        bend(one, (data) => {
          data.types = { CreateConnection: "address followerAddress" } as never;
        }),
    ],
    [
      "another primaryType",
      (one) => bend(one, (data) => Object.assign(data, { primaryType: "DestroyConnection" })),
    ],
    [
      "a primaryType that every object has",
      (one) => bend(one, (data) => Object.assign(data, { primaryType: "constructor" })),
    ],
    ["another chain", (one) => bend(one, ({ domain }) => Object.assign(domain ?? {}, { chainId: 5 }))],
    ["another version", (one) => bend(one, ({ domain }) => Object.assign(domain ?? {}, { version: "2" }))],
    ["another protocol", (one) => bend(one, ({ domain }) => Object.assign(domain ?? {}, { name: "Permit" }))],
    [
      "a contract in the domain",
      (one) =>
        bend(one, ({ domain }) => Object.assign(domain ?? {}, { verifyingContract: ada.signer.address })),
    ],
    ["a domain without a chain", (one) => bend(one, ({ domain }) => delete domain?.chainId)],
    [
      "a domain of another type",
      (one) =>
        bend(one, (data) => {
          types(data).EIP712Domain = [{ name: "name", type: "string" }];
        }),
    ],
    [
      "both parties swapped",
      (one) =>
        bend(one, ({ message = {} }) => {
          [message.followerAddress, message.followeeAddress] = [
            message.followeeAddress,
            message.followerAddress,
          ];
        }),
    ],
    [
      "a time as a text",
      (one) => bend(one, ({ message }) => Object.assign(message ?? {}, { timestamp: "0x1" })),
    ],
    ["the other s", (one) => ({ ...one, signature: flip(one.signature) })],
    ["bytes behind the signature", (one) => ({ ...one, signature: `${one.signature}00` })],
    ["no signature", (one) => ({ ...one, signature: "0x" })],
    ["zeros for a signature", (one) => ({ ...one, signature: `0x${"00".repeat(64)}1b` })],
    ["a v that no wallet writes", (one) => ({ ...one, signature: `${one.signature.slice(0, 130)}1d` })],
  ];

  test.each(bends)("%s", async (_what, change) => {
    expect(await bring(change(follow()))).toMatch(/^(INVALID_PAYLOAD|INVALID_SIGNATURE|INVALID_TIMESTAMP)$/);
    expect(
      await findConnection(ada.running.context.store.db, ben.signer.address, ada.signer.address),
    ).toBeNull();
  });

  it("and so it is with a prototype for a field, and a time that stands there twice", async () => {
    const text = JSON.stringify(follow());
    const proto = text.replace(
      '"followerUrl":',
      '"__proto__":{"followerUrl":"https://evil.example"},"followerUrl":',
    );
    const twice = text.replace(/"timestamp":(\d+)/, '"timestamp":$1,"timestamp":1');
    for (const body of [proto, twice]) {
      const options = { method: "POST", body, headers: { "content-type": "application/json" } } as const;
      expect((await ada.fetch("/ewp/connections", options)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it("while the very envelope is taken, once", async () => {
    const envelope = follow();
    expect(await bring(envelope)).toBe(201);
    expect(await bring(envelope)).toBe("CONNECTION_ALREADY_EXISTS");
    expect(await send("/ewp/connections", "DELETE", end())).toBe(204);
  });
});

describe("a message brought to where another is meant is refused", () => {
  it("by its kind, its signer and its subject", async () => {
    const proof = ben.signer.sign("StatementOfSource", {
      contentHash: contentHash(Buffer.from("x")),
      publisherAddress: ben.signer.address,
      timestamp: now(),
    });
    expect(await bring(end())).toBe("INVALID_PAYLOAD");
    expect(await bring(proof)).toBe("INVALID_PAYLOAD");
    expect(await send("/ewp/connections", "DELETE", follow())).toBe("INVALID_PAYLOAD");
    expect(await send("/ewp/publications", "POST", follow())).toBe("INVALID_PAYLOAD");
    expect(await send(`/ewp/nodes/${ben.signer.address}`, "PATCH", follow())).toBe("INVALID_PAYLOAD");
  });

  it("by a key that is not its signer's, in either form", async () => {
    const eve = createSigner(randomBytes(32));
    const meaning = {
      followerAddress: ben.signer.address,
      followeeAddress: ada.signer.address,
      followeeUrl: ada.url,
      followerUrl: ben.url,
      timestamp: now(),
    };
    expect(await bring(eve.sign("CreateConnection", meaning))).toBe("INVALID_SIGNATURE");
    // In this form whoever signs is the follower: then Ben's node is not theirs.
    expect(await bring(eve.sign("CreateConnection", meaning, "reference"))).toBe(
      "FOLLOWER_IDENTITY_MISMATCH",
    );
    const profile = {
      ownerAddress: ben.signer.address,
      url: ben.url,
      title: "Eve",
      description: "",
      timestamp: now(),
    };
    expect(
      await send(`/ewp/nodes/${ben.signer.address}`, "PATCH", eve.sign("NodeProfileUpdate", profile)),
    ).toBe("INVALID_SIGNATURE");
    const own = { ...profile, ownerAddress: eve.address };
    expect(await send(`/ewp/nodes/${ben.signer.address}`, "PATCH", eve.sign("NodeProfileUpdate", own))).toBe(
      "ADDRESS_MISMATCH",
    );
  });

  it("for another node", async () => {
    const cleo = await network.start({ title: "Cleo" });
    const pair = { followerAddress: ben.signer.address, followeeAddress: cleo.signer.address };
    const forCleo = ben.signer.sign("CreateConnection", {
      ...pair,
      followeeUrl: cleo.url,
      followerUrl: ben.url,
      timestamp: now(),
    });
    expect(await bring(forCleo)).toBe("FOLLOWEE_IDENTITY_MISMATCH");
    const atAdasUrl = ben.signer.sign("CreateConnection", {
      ...pair,
      followeeUrl: ada.url,
      followerUrl: ben.url,
      timestamp: now(),
    });
    expect(await bring(atAdasUrl)).toBe("FOLLOWEE_IDENTITY_MISMATCH");
    const { status } = await cleo.fetch("/ewp/connections", { method: "POST", body: forCleo });
    expect(status).toBe(201);
  });
});

describe("what was undone is not done again by its old signature", () => {
  it("a follow, an end, a profile", async () => {
    const dan = await network.start({ title: "Dan" });
    const [before, made] = [follow(dan, now() - 60), follow(dan, now() - 30)];
    expect(await bring(made)).toBe(201);
    const ended = end(dan);
    expect(await send("/ewp/connections", "DELETE", ended)).toBe(204);
    expect(await bring(made)).toBe("STALE_REQUEST");
    expect(await bring(before)).toBe("STALE_REQUEST");
    const again = follow(dan, now() + 1);
    await untilSecondAfter(now());
    expect(await bring(again)).toBe(201);
    expect(await send("/ewp/connections", "DELETE", ended)).toBe("STALE_REQUEST");

    const profile = { ownerAddress: dan.signer.address, url: dan.url, description: "" };
    const [old, newer] = [
      dan.signer.sign("NodeProfileUpdate", { ...profile, title: "Old", timestamp: now() }),
      dan.signer.sign("NodeProfileUpdate", { ...profile, title: "New", timestamp: now() + 1 }),
    ];
    const path = `/ewp/nodes/${dan.signer.address}`;
    const titleOfDan = async () => {
      const { store } = ada.running.context;
      return await store.db
        .selectFrom("profiles")
        .select("title")
        .where("address", "=", dan.signer.address)
        .executeTakeFirst();
    };
    expect(await send(path, "PATCH", newer)).toBe(204);
    expect(await titleOfDan()).toEqual({ title: "New" });
    expect(await send(path, "PATCH", old)).toBe(204);
    expect(await titleOfDan()).toEqual({ title: "New" });
  });

  it("a publication that was deleted", async () => {
    const node = await openGraphqlNode();
    try {
      const sign = async (id: string, message: unknown) =>
        await node.ask(
          "mutation ($input: SignPublicationInput!) { signPublication(input: $input) { recipients } }",
          { input: { id, message } },
          { token: await node.signIn() },
        );
      const [first, other] = [await draftOf(node, "# The same"), await draftOf(node, "# Another")];
      const signed = node.sign("StatementOfSource", {
        contentHash: first.contentHash,
        publisherAddress: node.address,
        timestamp: now(),
      });
      expect((await sign(other.id, signed)).codes).toEqual(["VALIDATION_FAILED"]);
      expect((await sign(first.id, signed)).codes).toEqual([]);
      const destroy =
        "mutation ($input: DestroyPublicationInput!) { destroyPublication(input: $input) { id } }";
      expect(
        (await node.ask(destroy, { input: { id: first.id } }, { token: await node.signIn() })).codes,
      ).toEqual([]);
      const second = await draftOf(node, "# The same");
      expect((await sign(second.id, signed)).codes).toEqual(["CONFLICT"]);
      expect(
        (
          await fetch(
            new URL(
              `/ewp/contents/${first.contentHash}?timestamp=${signed.typedData.message.timestamp}`,
              node.endpoint,
            ),
          )
        ).status,
      ).toBe(404);
    } finally {
      await node[Symbol.asyncDispose]();
    }
  });
});

async function draftOf(node: GraphqlNode, text: string) {
  const { id, contentHash: hash } = await node.publish(text, { state: "local" });
  return { id: String(id), contentHash: hash };
}

async function untilSecondAfter(second: number): Promise<void> {
  while (now() <= second) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe("a comment's signature", () => {
  it("confirms and deletes that comment alone, and once, in whatever spelling", async () => {
    await using desk = await openCommentDesk("sqlite");
    const port = await desk.node.listen();
    const ask = async (query: string, variables: object) => {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(`http://127.0.0.1:${port}/api/graphql`, {
        method: "POST",
        headers,
        body: JSON.stringify({ query, variables }),
      });
      const { errors = [] } = (await reply.json()) as { errors?: Array<{ extensions: { code: string } }> };
      return errors.map(({ extensions }) => extensions.code);
    };
    const confirm = (id: number, tokenOrSignature: string) =>
      ask("mutation ($input: ConfirmCommentInput!) { confirmComment(input: $input) { id } }", {
        input: { id: String(id), tokenOrSignature },
      });
    const destroy = (id: number, signature: string) =>
      ask("mutation ($input: DestroyCommentInput!) { destroyComment(input: $input) }", {
        input: { id: String(id), signature },
      });
    const wallet = createCommenter();
    const words = { authType: "ETHEREUM", authorId: wallet.address, body: "Well said." } as const;
    const [one, other] = [await desk.write(words), await desk.write({ ...words, body: "Badly said." })];
    const signature = wallet.signTypedData(one.typedData);
    expect(await confirm(other.comment.id, signature)).toEqual(["INVALID_SIGNATURE"]);
    expect(await confirm(one.comment.id, flip(signature))).toEqual(["INVALID_SIGNATURE"]);
    expect(await confirm(one.comment.id, signature)).toEqual([]);

    // To delete is another message, of this comment, at this node.
    const deletion = {
      nodeAddress: desk.node.address,
      commentId: one.comment.id,
      commenterAddress: wallet.address,
    };
    expect(await destroy(one.comment.id, signature)).toEqual(["INVALID_SIGNATURE"]);
    expect(
      await destroy(
        one.comment.id,
        wallet.sign("DeleteComment", { ...deletion, commentId: other.comment.id }),
      ),
    ).toEqual(["INVALID_SIGNATURE"]);
    expect(
      await destroy(
        one.comment.id,
        wallet.sign("DeleteComment", { ...deletion, nodeAddress: ada.signer.address }),
      ),
    ).toEqual(["INVALID_SIGNATURE"]);
    const stranger = createCommenter();
    expect(
      await destroy(
        one.comment.id,
        stranger.sign("DeleteComment", { ...deletion, commenterAddress: stranger.address }),
      ),
    ).toEqual(["INVALID_SIGNATURE"]);
    expect(await destroy(one.comment.id, wallet.sign("DeleteComment", deletion))).toEqual([]);

    // The same words in the same second: the old signature, with its last byte as 0 and 1 or as 27 and 28.
    const [old] = [await publishComment(desk, "Once.")];
    const again = await desk.write({ authType: "ETHEREUM", authorId: old.wallet.address, body: "Once." });
    const { tokenOrSignature: used } = old;
    const spelt = `${used.slice(0, 130)}0${Number.parseInt(used.slice(130), 16) - 27}`;
    for (const text of [old.tokenOrSignature, spelt]) {
      expect(await confirm(again.comment.id, text)).toEqual(["INVALID_SIGNATURE"]);
    }
  });
});

describe("the owner's signature", () => {
  it("under a message is none to sign in with, and one to sign in with is none under a message", async () => {
    const node = await openGraphqlNode();
    try {
      const { data } = await node.ask(
        "query ($address: String!) { getSiweMessage(address: $address) { message } }",
        { address: node.address },
      );
      const message = Object(data?.getSiweMessage).message as string;
      const enter =
        "mutation ($input: SignInWithEthereumInput!) { signInWithEthereum(input: $input) { tokenId } }";
      const typed = node.sign("NodeProfileUpdate", {
        ownerAddress: node.address,
        url: "https://ada.example",
        title: "Ada",
        description: "",
        timestamp: now() + 1,
      });
      expect((await node.ask(enter, { input: { message, signature: typed.signature } })).codes).toEqual([
        "INVALID_SIGNATURE",
      ]);
      const token = await node.signIn();
      const update = "mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { recipients } }";
      const withLogin = { ...typed, signature: await node.wallet.signMessage(message) };
      expect((await node.ask(update, { input: { messages: [withLogin] } }, { token })).codes).toEqual([
        "INVALID_SIGNATURE",
      ]);
      // As a text that a page had the owner sign: the digest itself, or the typed data as JSON.
      for (const text of [typed.typedData.primaryType, JSON.stringify(typed.typedData)]) {
        const signature = await node.wallet.signMessage(text);
        expect(
          (await node.ask(update, { input: { messages: [{ ...typed, signature }] } }, { token })).codes,
        ).toEqual(["INVALID_SIGNATURE"]);
      }
      expect((await node.ask(update, { input: { messages: [typed] } }, { token })).codes).toEqual([]);
      const asSigned = await node.wallet.signMessage(message);
      expect((await node.ask(enter, { input: { message, signature: asSigned } })).codes).toEqual([]);
    } finally {
      await node[Symbol.asyncDispose]();
    }
  });

  it("is asked of the owner's key: another wallet's is refused for every deed", async () => {
    const node = await openGraphqlNode();
    try {
      const token = await node.signIn();
      const [stranger, key] = [createWallet(9), new Uint8Array(32).fill(9)];
      const update = "mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { recipients } }";
      const typed = node.sign("NodeProfileUpdate", {
        ownerAddress: node.address,
        url: "https://ada.example",
        title: "Eve",
        description: "",
        timestamp: now() + 1,
      });
      const signature = await stranger.signTypedData(typed.typedData as TypedData);
      expect(
        (await node.ask(update, { input: { messages: [{ ...typed, signature }] } }, { token })).codes,
      ).toEqual(["INVALID_SIGNATURE"]);
      const post = await draftOf(node, "# Mine");
      const theirs = { contentHash: post.contentHash, publisherAddress: stranger.address, timestamp: now() };
      const proof = createSigner(key).sign("StatementOfSource", theirs);
      const sign =
        "mutation ($input: SignPublicationInput!) { signPublication(input: $input) { recipients } }";
      expect((await node.ask(sign, { input: { id: post.id, message: proof } }, { token })).codes).toEqual([
        "INVALID_SIGNATURE",
      ]);
    } finally {
      await node[Symbol.asyncDispose]();
    }
  });
});

test("the other s is as good to the curve", async () => {
  const hash = toHex(new Uint8Array(32).fill(4));
  const [account, wallet] = [privateKeyToAccount(toHex(new Uint8Array(32).fill(3))), createWallet(3)];
  const signature = await account.sign({ hash });
  expect(flip(signature)).not.toBe(signature);
  expect(await recoverAddress({ hash, signature: flip(signature) as Hex })).toBe(wallet.address);
});
