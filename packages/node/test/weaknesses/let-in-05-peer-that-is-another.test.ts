import { randomBytes } from "node:crypto";
import { type Address, isoSeconds } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { createSigner, type Signer } from "../../src/domain/access/signer.ts";
import { findConnection } from "../../src/store/peers/connections.ts";
import { findProfile } from "../../src/store/peers/profiles.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";
import { serveHttps, type TestServer } from "../support/tls-server.ts";

/** A node that says of itself whatever it likes. */
interface Impostor {
  readonly signer: Signer;
  readonly url: string;
  /** What `GET /ewp/profile` answers. */
  profile: Record<string, unknown>;
  /** Where the profile is to be looked for instead; null for here. */
  redirect: string | null;
  /** What it waits for before it answers with its profile. */
  gate: (() => Promise<void>) | null;
  /** The index, as it lists it. */
  entries: unknown[];
  /** What was brought to it, by its path. */
  readonly brought: string[];
}

let network: TestNetwork;
let ada: TestNode;
let ben: TestNode;
let mallory: Impostor;
let server: TestServer;
beforeEach(async () => {
  network = await createTestNetwork();
  [ada, ben] = [await network.start({ title: "Ada" }), await network.start({ title: "Ben" })];
  [mallory, server] = await startImpostor();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
});

const now = () => Math.floor(Date.now() / 1000);

function profileOf(address: Address, url: string, title = "Mallory") {
  const at = isoSeconds(now() - 1_000);
  return { address, url, title, description: null, ewpVersion: "1", createdAt: at, updatedAt: at };
}

async function startImpostor(): Promise<[Impostor, TestServer]> {
  const signer = createSigner(randomBytes(32));
  const listening = await serveHttps(network.certificate, async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "https://localhost");
    if (request.method !== "GET") impostor.brought.push(`${request.method} ${pathname}`);
    const send = (status: number, body: unknown, headers = {}) => {
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    };
    const { entries, profile, redirect } = impostor;
    if (pathname === "/ewp/profile") await impostor.gate?.();
    if (request.method === "POST") send(pathname === "/ewp/publications" ? 202 : 201, { status: "created" });
    else if (request.method !== "GET") send(204, {});
    else if (pathname === "/ewp/profile" && redirect) send(302, {}, { location: redirect });
    else if (pathname === "/ewp/profile") send(200, profile);
    else if (pathname === "/ewp/publications") {
      const pagination = {
        page: 1,
        limit: 100,
        total: entries.length,
        totalPages: 1,
        hasNextPage: false,
        hasPreviousPage: false,
      };
      send(200, { data: entries, pagination });
    } else send(404, { error: "NOT_FOUND" });
  });
  const url = `https://localhost:${listening.port}`;
  const impostor: Impostor = {
    signer,
    url,
    profile: profileOf(signer.address, url),
    redirect: null,
    gate: null,
    entries: [],
    brought: [],
  };
  return [impostor, listening];
}

/** Mallory's follow of Ada, as she signs it. */
async function followFrom(followerUrl: string, signer = mallory.signer, followerAddress = signer.address) {
  const pair = { followerAddress, followeeAddress: ada.signer.address };
  const body = signer.sign("CreateConnection", {
    ...pair,
    followeeUrl: ada.url,
    followerUrl,
    timestamp: now(),
  });
  const { status, json } = await ada.fetch("/ewp/connections", { method: "POST", body });
  return status < 400 ? status : Object(json).error;
}

/** Her signed profile. */
async function move(url: string, title = "Mallory", timestamp = now()) {
  const { address } = mallory.signer;
  const body = mallory.signer.sign("NodeProfileUpdate", {
    ownerAddress: address,
    url,
    title,
    description: "",
    timestamp,
  });
  const { status, json } = await ada.fetch(`/ewp/nodes/${address}`, { method: "PATCH", body });
  return status < 400 ? status : Object(json).error;
}

const known = async (address: Address) => await findProfile(ada.running.context.store.db, address);

describe("a follower", () => {
  it("must answer at the URL that it signs", async () => {
    expect(await followFrom(ben.url)).toBe("FOLLOWER_IDENTITY_MISMATCH");
    for (const url of [
      ada.url,
      `${ada.url}/`,
      ada.url.replace("localhost", "LOCALHOST"),
      ada.url.replace("localhost", "127.0.0.1"),
    ]) {
      expect(await followFrom(url), url).toBe("FOLLOWER_IDENTITY_MISMATCH");
    }
    mallory.profile = profileOf(ben.signer.address, ben.url, "Ben");
    expect(await followFrom(mallory.url)).toBe("FOLLOWER_IDENTITY_MISMATCH");
    expect(await followFrom(mallory.url, mallory.signer, ben.signer.address)).toBe("INVALID_SIGNATURE");
    expect(await known(ben.signer.address)).toBeNull();
    expect(await known(mallory.signer.address)).toBeNull();

    mallory.profile = profileOf(mallory.signer.address, mallory.url);
    expect(await followFrom(mallory.url)).toBe(201);
  });

  it("keeps the URL where it was found, whatever URL its profile names", async () => {
    mallory.profile = profileOf(mallory.signer.address, ben.url);
    expect(await followFrom(mallory.url)).toBe(201);
    expect(await known(mallory.signer.address)).toMatchObject({ url: mallory.url });
    await ada.publish("# For those who follow");
    await ada.settled();
    expect(mallory.brought).toEqual(["POST /ewp/publications"]);
  });

  it("can't use another node's profile for its follow", async () => {
    mallory.redirect = `${ben.url}/ewp/profile`;
    expect(await followFrom(mallory.url)).toBe("FOLLOWER_IDENTITY_MISMATCH");
  });
});

describe("a node that moves", () => {
  it("moves only to a URL where it answers itself: not to another's, and not to this node's", async () => {
    expect(await followFrom(mallory.url)).toBe(201);
    for (const url of [
      ben.url,
      ada.url,
      `${ada.url}/`,
      ada.url.replace("localhost", "127.0.0.1"),
      "https://localhost:1",
    ]) {
      expect(await move(url), url).toBe("URL_VERIFICATION_FAILED");
    }
    expect(await known(mallory.signer.address)).toMatchObject({ url: mallory.url, title: "Mallory" });
    // The same server under its other name: there it answers.
    const other = mallory.url.replace("localhost", "127.0.0.1");
    expect(await move(other, "Mallory, moved", now() + 1)).toBe(204);
    expect(await known(mallory.signer.address)).toMatchObject({ url: other, title: "Mallory, moved" });
  });

  it("can't replace this node's own profile, by its address or its title", async () => {
    const body = mallory.signer.sign("NodeProfileUpdate", {
      ownerAddress: mallory.signer.address,
      url: ada.url,
      title: "Ada",
      description: "",
      timestamp: now(),
    });
    const { json } = await ada.fetch(`/ewp/nodes/${ada.signer.address}`, { method: "PATCH", body });
    expect(Object(json).error).toBe("ADDRESS_MISMATCH");
    for (const url of [ada.url, mallory.url]) {
      const signedByAda = ada.signer.sign("NodeProfileUpdate", {
        ownerAddress: ada.signer.address,
        url,
        title: "Eve",
        description: "",
        timestamp: now() + 9,
      });
      const path = `/ewp/nodes/${ada.signer.address}`;
      expect((await ada.fetch(path, { method: "PATCH", body: signedByAda })).status).toBe(204);
      expect((await ada.fetch("/ewp/profile")).json).toMatchObject({ url: ada.url, title: "Ada" });
    }
  });

  it("keeps the state of its newest message when an older one was still waiting for its profile", async () => {
    expect(await followFrom(mallory.url)).toBe(201);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    mallory.gate = () => {
      asked.resolve();
      return answered.promise;
    };
    const at = now();
    const moving = move(mallory.url.replace("localhost", "127.0.0.1"), "An older name", at + 1);
    await asked.promise;
    expect(await move(mallory.url, "The newest name", at + 2)).toBe(204);
    answered.resolve();
    expect(await moving).toBe(204);
    const { address } = mallory.signer;
    const newest = { url: mallory.url, title: "The newest name", updatedAt: at + 2 };
    expect(await known(address)).toMatchObject(newest);
  });
});

describe("a node that the owner follows", () => {
  it("is the one that answers", async () => {
    mallory.profile = profileOf(mallory.signer.address, ben.url);
    await expect(ada.follow(mallory)).rejects.toThrow(/which is another site/);
    mallory.profile = profileOf(ada.signer.address, ada.url);
    await expect(ada.follow(mallory)).rejects.toThrow(/your own (?:node|site)/);
    mallory.redirect = `${ben.url}/ewp/profile`;
    await expect(ada.follow(mallory)).resolves.toEqual({ status: "following" });
    expect(await known(ben.signer.address)).toMatchObject({ url: ben.url, title: "Ben" });
    expect(mallory.brought).toEqual([]);
  });

  it("is not replaced by a node that repeats its profile", async () => {
    await ben.follow(ada);
    expect(await known(ben.signer.address)).toMatchObject({ url: ben.url });
    mallory.profile = profileOf(ben.signer.address, mallory.url, "Ben");
    await expect(ada.follow(mallory)).rejects.toThrow(/The site at .* claims to be the same/);
    expect(await known(ben.signer.address)).toMatchObject({ url: ben.url });
    expect(
      await findConnection(ada.running.context.store.db, ada.signer.address, ben.signer.address),
    ).toBeNull();
    await ada.publish("# For Ben");
    await ada.settled();
    expect(mallory.brought).toEqual([]);
    await expect(ada.follow(ben)).resolves.toEqual({ status: "following" });
  });

  it("does not move because its profile says so when it is read again", async () => {
    await ada.follow(mallory);
    mallory.profile = {
      ...profileOf(mallory.signer.address, ben.url, "Renamed"),
      updatedAt: isoSeconds(now()),
    };
    const { context } = ada.running;
    await context.store.db
      .updateTable("profiles")
      .set({ fetchedAt: 0 })
      .where("address", "=", mallory.signer.address)
      .execute();
    const proof = mallory.signer.sign("StatementOfSource", {
      contentHash: `0x${"ab".repeat(32)}`,
      publisherAddress: mallory.signer.address,
      timestamp: now(),
    });
    const { status } = await ada.fetch("/ewp/publications", { method: "POST", body: proof });
    expect(status).toBe(202);
    await ada.settled();
    expect(await known(mallory.signer.address)).toMatchObject({ url: mallory.url, title: "Renamed" });
  });

  it("can publish its own posts, and no others", async () => {
    await ben.publish("# Of Ben");
    const { json } = await ben.fetch("/ewp/publications?since=0");
    mallory.entries = Object(json).data;
    expect(mallory.entries).toHaveLength(1);
    await ada.follow(mallory);
    await ada.settled();
    expect(await ada.timeline()).toEqual([]);
    const [entry] = mallory.entries as Array<Record<string, unknown>>;
    mallory.entries = [{ ...entry, publisherAddress: mallory.signer.address }];
    await ada.settled();
    expect(await ada.timeline()).toEqual([]);
    await ada.follow(ben);
    await ada.settled();
    expect((await ada.timeline()).map(({ publisher }) => publisher)).toEqual(["Ben"]);
  });
});

test("what a visitor is asked to sign names the node that answers", async () => {
  const ask = async (url: string) => {
    const query =
      "query ($url: String!) { visitorConnectionToSign(url: $url) { address message { typedData } } }";
    const { json } = await ada.fetch("/api/graphql", { method: "POST", body: { query, variables: { url } } });
    return Object(json).data.visitorConnectionToSign;
  };
  expect(await ask(mallory.url)).toMatchObject({
    address: mallory.signer.address,
    message: { typedData: { message: { followerUrl: mallory.url } } },
  });
  mallory.profile = profileOf(mallory.signer.address, ben.url);
  expect(await ask(mallory.url)).toBeNull();
  mallory.profile = profileOf(ada.signer.address, mallory.url);
  expect(await ask(mallory.url)).toBeNull();
});
