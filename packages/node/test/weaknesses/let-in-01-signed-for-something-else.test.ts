import { randomBytes } from "node:crypto";
import { contentHash, type Envelope, type Hex, toHex } from "@freehold/protocol";
import { recoverAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createSigner } from "../../src/domain/access/signer.ts";
import { findConnection } from "../../src/store/peers/connections.ts";
import { flipSignature } from "../support/flip-signature.ts";
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

describe("a signed follow in a changed envelope is refused", () => {
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
    ["the other s", (one) => ({ ...one, signature: flipSignature(one.signature) })],
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

  it("and so is one with `__proto__` as a field, or a repeated timestamp", async () => {
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

  it("while the original envelope is accepted, once", async () => {
    const envelope = follow();
    expect(await bring(envelope)).toBe(201);
    expect(await bring(envelope)).toBe("CONNECTION_ALREADY_EXISTS");
    expect(await send("/ewp/connections", "DELETE", end())).toBe(204);
  });
});

describe("a message sent to an endpoint for another is refused", () => {
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
    // In this form the signer is the follower: then Ben's node is not theirs.
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

describe("an old signature does not redo what was undone", () => {
  it("a follow, an unfollow, a profile", async () => {
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
});

async function untilSecondAfter(second: number): Promise<void> {
  while (now() <= second) await new Promise((resolve) => setTimeout(resolve, 50));
}

test("the high s is valid on the curve", async () => {
  const hash = toHex(new Uint8Array(32).fill(4));
  const [account, wallet] = [privateKeyToAccount(toHex(new Uint8Array(32).fill(3))), createWallet(3)];
  const signature = await account.sign({ hash });
  expect(flipSignature(signature)).not.toBe(signature);
  expect(await recoverAddress({ hash, signature: flipSignature(signature) as Hex })).toBe(wallet.address);
});
