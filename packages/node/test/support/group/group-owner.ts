import { setTimeout as pause } from "node:timers/promises";
import { type Address, contentHash, type TypedData } from "@freehold/protocol";
import type { Context } from "../../../src/context.ts";
import type { FollowStatus } from "../../../src/domain/connections/follow.ts";
import { readSetupCode } from "../../../src/domain/installation/setup-code.ts";
import { AppError, type ErrorCode, type FollowObstacle } from "../../../src/errors/errors.ts";
import { findConnection } from "../../../src/store/peers/connections.ts";
import { findPublication, type Publication } from "../../../src/store/publications/publications.ts";
import { listOutbox } from "../../../src/store/queues/outbox.ts";
import { signIn } from "../sign-in.ts";
import type { TestFetch, TestNode } from "../test-node.ts";
import type { Wallet } from "../wallet.ts";

type Acts = Pick<TestNode, "follow" | "unfollow" | "removeFollower" | "publish" | "draft">;

/** The owner of a node; all actions go over HTTP. */
export interface GroupOwner extends Acts {
  install(envelope: unknown): Promise<void>;
  signIn(): Promise<void>;
}

interface GroupOwnerOptions {
  url: string;
  wallet: Wallet;
  fetch: TestFetch;
  /** Reads the database, from outside. */
  context: () => Context;
  /** Whether processes of the node are killed, so that calls may get no answer. */
  isKilled: boolean;
}

interface Message {
  typedData: TypedData;
}

/** It is unknown whether the action was done. */
class NoAnswerError extends Error {}

const mostTries = 40;

/** An owner who repeats an action if the process died before it answered, unless the action was done. */
export function createGroupOwner({ url, wallet, fetch, context, isKilled }: GroupOwnerOptions): GroupOwner {
  let token: string | null = null;

  async function post(path: string, body: unknown, headers: Record<string, string>) {
    const reply = await fetch(`${url}${path}`, { method: "POST", headers, body }).catch((error: unknown) => {
      throw isKilled ? new NoAnswerError(String(error)) : error;
    });
    if (isKilled && [502, 503, 504].includes(reply.status))
      throw new NoAnswerError(`${path}: ${reply.status}`);
    return reply;
  }

  async function askWith<T>(body: unknown, headers: Record<string, string> = {}): Promise<T> {
    const bearer = token === null ? {} : { authorization: `Bearer ${token}` };
    const { status, json } = await post("/api/graphql", body, { ...bearer, ...headers });
    const { data, errors } = Object(json) as { data?: T; errors?: GraphqlFailure[] };
    const [error] = errors ?? [];
    if (error) throw asError(error);
    if (status !== 200 || data === undefined) throw new Error(`GraphQL answered ${status}.`);
    return data;
  }
  const ask = <T>(query: string, variables: Record<string, unknown>) => askWith<T>({ query, variables });

  function asError({ message, extensions: { code, reason } }: GraphqlFailure): Error {
    // The other node may be one whose processes are killed.
    if (isKilled && (reason === "UNREACHABLE" || reason === "NO_ANSWER")) return new NoAnswerError(message);
    return new AppError(code, message, { reason: reason ?? null });
  }

  /** @param find reads the result, if the action was done; else null */
  async function insist<T>(work: () => Promise<T>, find: () => Promise<T | null>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof NoAnswerError) || tries === mostTries) throw error;
        await pause(500);
        const done = await find();
        if (done !== null) return done;
      }
    }
  }

  const sign = async ({ typedData }: Message) => ({
    typedData,
    signature: await wallet.signTypedData(typedData),
  });

  async function create(
    content: string | Uint8Array,
    input: Record<string, unknown>,
    file: { filename?: string | undefined; mediaType?: string | undefined } = {},
  ): Promise<Publication> {
    const query = "mutation M($input: CreatePublicationInput!) { createPublication(input: $input) { id } }";
    const isText = typeof content === "string";
    const work = async () => {
      const { createPublication } = isText
        ? await ask<Created>(query, { input: { type: "POST", body: content, ...input } })
        : await askWith<Created>(...(await encodeUpload(query, content, { input, file })));
      return Number(createPublication.id);
    };
    const hash = contentHash(isText ? Buffer.from(content) : content);
    const id = await insist(work, async () => {
      const { db } = context().store;
      const made = db.selectFrom("publications").select("id").where("contentHash", "=", hash);
      const newest = made.where("timestamp", "is", null).orderBy("id", "desc").limit(1);
      return (await newest.executeTakeFirst())?.id ?? null;
    });
    return await read(id);
  }

  async function read(id: number): Promise<Publication> {
    const publication = await findPublication(context().store.db, id);
    if (!publication) throw new Error(`Publication ${id} was acknowledged and is not there.`);
    return publication;
  }

  async function signPublication(id: number): Promise<void> {
    const work = async () => {
      const { publicationsToSign } = await ask<{ publicationsToSign: Array<{ message: Message }> }>(
        "query Q($ids: [ID!]!) { publicationsToSign(ids: $ids) { message { typedData } } }",
        { ids: [String(id)] },
      );
      const [first] = publicationsToSign;
      if (!first) throw new Error("There is nothing to sign.");
      await ask(
        "mutation M($input: SignPublicationInput!) { signPublication(input: $input) { publication { id } } }",
        { input: { id: String(id), message: await sign(first.message) } },
      );
      return true;
    };
    await insist(work, async () => ((await read(id)).state === "signed" ? true : null));
  }

  async function isThere(follower: Address, followee: Address): Promise<boolean> {
    return (await findConnection(context().store.db, follower, followee)) !== null;
  }

  /** What another process heard from the other node, after the one that was asked first was killed. */
  async function throwIfRefused(followee: Address | null): Promise<void> {
    if (followee === null) return;
    const sent = { kind: "connection.create", peer: followee, limit: 1 } as const;
    const [newest] = await listOutbox(context().store.db, sent);
    if (newest?.state === "refused") throw new AppError("PEER_FAILED", String(newest.lastError));
  }

  async function end(peer: Address, owner: "FOLLOWER" | "FOLLOWEE"): Promise<void> {
    const work = async () => {
      const { connectionEndToSign } = await ask<{ connectionEndToSign: Message }>(
        "query Q($address: Address!, $owner: ConnectionSide!) { connectionEndToSign(address: $address, owner: $owner) { typedData } }",
        { address: peer, owner },
      );
      await ask(
        "mutation M($input: DestroyConnectionInput!) { destroyConnection(input: $input) { state } }",
        { input: { message: await sign(connectionEndToSign) } },
      );
      return true;
    };
    const isOurs = owner === "FOLLOWER";
    await insist(work, async () => {
      const stands = isOurs ? await isThere(wallet.address, peer) : await isThere(peer, wallet.address);
      return stands ? null : true;
    });
  }

  return {
    async install(envelope) {
      const code = await readSetupCode({ config: context().config });
      const { status, json } = await post("/api/install", envelope, { "x-setup-code": String(code) });
      if (status !== 200) throw new Error(`The installation answered ${status} ${JSON.stringify(json)}.`);
    },
    async signIn() {
      token = await signIn(ask, wallet);
    },
    async follow(other) {
      let address: Address | null = null;
      const following: FollowStatus = { status: "following" };
      const work = async (): Promise<FollowStatus> => {
        const { connectionToSign } = await ask<{ connectionToSign: { message: Message } }>(
          "query Q($url: String!) { connectionToSign(url: $url) { message { typedData } } }",
          { url: other.url },
        );
        const { message } = connectionToSign;
        address = message.typedData.message.followeeAddress as Address;
        const { followNode } = await ask<{ followNode: { state: string; reason: string | null } }>(
          "mutation M($input: FollowNodeInput!) { followNode(input: $input) { state reason } }",
          { input: { message: await sign(message) } },
        );
        if (followNode.state === "FOLLOWING") return following;
        return { status: "waiting", reason: followNode.reason ?? "" };
      };
      const find = async () =>
        address !== null && (await isThere(wallet.address, address)) ? following : null;
      const outcome = await insist(work, find);
      // Another process completes the work of the killed one.
      for (let tries = 0; isKilled && outcome.status === "waiting" && tries < mostTries; tries += 1) {
        const done = await find();
        if (done) return done;
        await throwIfRefused(address);
        await pause(1_000);
      }
      return outcome;
    },
    unfollow: ({ signer }) => end(signer.address, "FOLLOWER"),
    removeFollower: ({ signer }) => end(signer.address, "FOLLOWEE"),
    async publish(content, { slug, description, filename, mediaType } = {}) {
      const about = { ...(slug && { slug }), ...(description && { description }) };
      const { id } = await create(content, about, { filename, mediaType });
      await signPublication(id);
      return await read(id);
    },
    draft: (text, state = "draft") => create(text, { state: state.toUpperCase() }),
  };
}

interface Created {
  createPublication: { id: string };
}

interface GraphqlFailure {
  message: string;
  extensions: { code: ErrorCode; reason?: FollowObstacle };
}

/** @returns the body and the headers of a mutation with a file (GraphQL multipart request) */
async function encodeUpload(
  query: string,
  bytes: Uint8Array,
  {
    input,
    file: { filename = "file", mediaType = "" },
  }: {
    input: Record<string, unknown>;
    file: { filename?: string | undefined; mediaType?: string | undefined };
  },
): Promise<[Uint8Array, Record<string, string>]> {
  const form = new FormData();
  const variables = { input: { type: "FILE", file: null, ...input } };
  form.set("operations", JSON.stringify({ query, variables }));
  form.set("map", JSON.stringify({ 0: ["variables.input.file"] }));
  form.set("0", new Blob([Uint8Array.from(bytes)], { type: mediaType }), filename);
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  return [await encoded.bytes(), { "content-type": type }];
}
