import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Address } from "@freehold/protocol";
import type { Store } from "../packages/node/src/store/database.ts";
import { addressOf, connectionOf, profileOf } from "../packages/node/test/support/store-records.ts";
import type { TestNetwork } from "../packages/node/test/support/test-network.ts";
import type { FollowersOrder, FollowersReport } from "./follower-server.ts";

/** Followers on this machine, whose servers are one process. */
export interface ServedFollowers extends Disposable {
  readonly child: ChildProcess;
  readonly ports: readonly number[];
  /** Resolves with the times (ms since 1970) at which followers were told, the first one first, when `count` were. */
  untilTold(count?: number): Promise<number[]>;
}

/** Serves a follower for each manner; those that answer do so at once, unless `more` says otherwise. */
export async function serveFollowers(
  { certificate }: Pick<TestNetwork, "certificate">,
  manners: FollowersOrder["manners"],
  more: Partial<Pick<FollowersOrder, "answerMs" | "slowMs" | "isShared">> = {},
): Promise<ServedFollowers> {
  const child = fork(join(import.meta.dirname, "follower-server.ts"));
  child.send({ ...certificate, answerMs: 0, slowMs: 0, manners, ...more } satisfies FollowersOrder);
  const [{ ports }] = (await once(child, "message")) as [Extract<FollowersReport, { ports: number[] }>];
  return {
    child,
    ports,
    untilTold(count = manners.length) {
      const times: number[] = [];
      return new Promise((resolve) => {
        const onReport = (report: FollowersReport) => {
          if (!("told" in report) || times.push(report.at) < count) return;
          child.off("message", onReport);
          resolve(times.sort((a, b) => a - b));
        };
        child.on("message", onReport);
      });
    },
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  };
}

/** Manners of followers that answer. */
export const answering = (count: number) => Array.from({ length: count }, () => "answers" as const);

/** Milliseconds from the first of them to the last. */
export const spanOf = (times: readonly number[]) => (times.at(-1) ?? 0) - (times[0] ?? 0);

const batch = 500;

/**
 * Adds a follower for each of these servers.
 *
 * @param urls such as `https://127.0.0.1:8443/path`
 * @param first the number of the first of them, where there are some already
 */
export async function addFollowers(
  store: Store,
  followeeAddress: Address,
  urls: readonly string[],
  first = 0,
): Promise<void> {
  for (let start = 0; start < urls.length; start += batch) {
    const part = urls
      .slice(start, start + batch)
      .map((url, index) => ({ url, n: first + start + index + 10 }));
    const profiles = part.map(({ url, n }) => ({ ...profileOf(n), url, isSelf: 0 as const }));
    const connections = part.map(({ url, n }) => ({
      ...connectionOf(n, 1, Date.now()),
      followerAddress: addressOf(n),
      followeeAddress,
      followerUrl: url,
    }));
    await store.transaction(async (tx) => {
      await tx.insertInto("profiles").values(profiles).execute();
      await tx.insertInto("connections").values(connections).execute();
    });
  }
}
