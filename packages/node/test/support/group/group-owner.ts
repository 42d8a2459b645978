import { setTimeout as pause } from "node:timers/promises";
import type { Address } from "@freehold/protocol";
import type { Context } from "../../../src/context.ts";
import type { FollowStatus } from "../../../src/domain/connections/follow.ts";
import { AppError, type ErrorCode, type FollowObstacle } from "../../../src/errors/errors.ts";
import { findConnection } from "../../../src/store/peers/connections.ts";
import { findPublication, type Publication } from "../../../src/store/publications/publications.ts";
import { listOutbox } from "../../../src/store/queues/outbox.ts";
import { createHttpOwner, hashOf, type OwnerFile, RefusedError } from "../http-owner.ts";
import type { TestFetch, TestNode, TestReply } from "../test-node.ts";
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
  dataDir: string;
  fetch: TestFetch;
  /** Reads the database, from outside. */
  context: () => Context;
  /** Whether processes of the node are killed, so that calls may get no answer. */
  isKilled: boolean;
}

/** It is unknown whether the action was done. */
class NoAnswerError extends Error {}

const mostTries = 40;

/** An owner who repeats an action if the process died before it answered, unless the action was done. */
export function createGroupOwner({ context, isKilled, ...place }: GroupOwnerOptions): GroupOwner {
  const { wallet } = place;
  const owner = createHttpOwner({ ...place, fetch: call });

  async function call(...args: Parameters<TestFetch>): Promise<TestReply> {
    const reply = await place.fetch(...args).catch((error: unknown) => {
      throw isKilled ? new NoAnswerError(String(error)) : error;
    });
    if (isKilled && [502, 503, 504].includes(reply.status))
      throw new NoAnswerError(`${args[0]}: ${reply.status}`);
    return reply;
  }

  function asError(error: unknown): unknown {
    if (!(error instanceof RefusedError) || error.sentence === null) return error;
    const { code, sentence, reason } = error;
    // The other node may be one whose processes are killed.
    if (isKilled && (reason === "UNREACHABLE" || reason === "NO_ANSWER")) return new NoAnswerError(sentence);
    return new AppError(code as ErrorCode, sentence, { reason: reason as FollowObstacle | null });
  }

  /** @param find reads the result, if the action was done; else null */
  async function insist<T>(work: () => Promise<T>, find: () => Promise<T | null>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (refused) {
        const error = asError(refused);
        if (!(error instanceof NoAnswerError) || tries === mostTries) throw error;
        await pause(500);
        const done = await find();
        if (done !== null) return done;
      }
    }
  }

  async function create(content: string | OwnerFile, input: Record<string, unknown>): Promise<Publication> {
    const work = async () => Number((await owner.create(content, input)).id);
    const id = await insist(work, async () => {
      const { db } = context().store;
      const made = db.selectFrom("publications").select("id").where("contentHash", "=", hashOf(content));
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

  async function isThere(follower: Address, followee: Address): Promise<boolean> {
    return (await findConnection(context().store.db, follower, followee)) !== null;
  }

  /** The answer that another process had from the other node, after the one that was asked first was killed. */
  async function throwIfRefused(followee: Address | null): Promise<void> {
    if (followee === null) return;
    const sent = { kind: "connection.create", peer: followee, limit: 1 } as const;
    const [newest] = await listOutbox(context().store.db, sent);
    if (newest?.state === "refused") throw new AppError("PEER_FAILED", String(newest.lastError));
  }

  async function end(peer: Address, side: "FOLLOWER" | "FOLLOWEE"): Promise<void> {
    const isOurs = side === "FOLLOWER";
    const work = async () => {
      await owner.endFollow(peer, side);
      return true;
    };
    await insist(work, async () => {
      const stands = isOurs ? await isThere(wallet.address, peer) : await isThere(peer, wallet.address);
      return stands ? null : true;
    });
  }

  return {
    install: (envelope) => owner.install(envelope),
    signIn: () => owner.signIn(),
    async follow(other) {
      let address: Address | null = null;
      const following: FollowStatus = { status: "following" };
      const work = async (): Promise<FollowStatus> => {
        const message = await owner.prepareFollow(other.url);
        address = message.typedData.message.followeeAddress as Address;
        const { state, reason } = await owner.follow(message);
        return state === "FOLLOWING" ? following : { status: "waiting", reason: reason ?? "" };
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
      const file = typeof content === "string" ? content : { bytes: content, filename, mediaType };
      const { id } = await create(file, about);
      const sign = async () => {
        await owner.sign(String(id));
        return true;
      };
      await insist(sign, async () => ((await read(id)).state === "signed" ? true : null));
      return await read(id);
    },
    draft: (text, state = "draft") => create(text, { state: state.toUpperCase() }),
  };
}
