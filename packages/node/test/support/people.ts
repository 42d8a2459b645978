import type { Address } from "@freehold/protocol";
import type { Context } from "../../src/context.ts";
import { insertConnection } from "../../src/store/peers/connections.ts";
import { recordPeerFailure, recordPeerSuccess } from "../../src/store/peers/peers.ts";
import { saveProfile } from "../../src/store/peers/profiles.ts";
import { connectionOf, profileOf } from "./store-records.ts";

const hourMs = 60 * 60 * 1000;

/** An address with that number as anybody has one: its digits are of every kind. */
function addressOf(number: number): Address {
  const digits = BigInt(number + 1) * 0x9e3779b97f4a7c15f39cc0605cedc8341082276bn;
  return `0x${(digits % (1n << 160n)).toString(10).padStart(40, "7").slice(-40)}`;
}

/** Fills a node's lists with people who are nowhere: some are well, and each tenth can't be reached. */
export async function addPeople(
  { store, clock }: Pick<Context, "store" | "clock">,
  self: Address,
  { count, side }: { count: number; side: "followers" | "following" },
): Promise<void> {
  const now = clock.now();
  await store.transaction(async (tx) => {
    for (let number = 0; number < count; number += 1) {
      const address = addressOf(number);
      const pair =
        side === "followers"
          ? { followerAddress: address, followeeAddress: self }
          : { followerAddress: self, followeeAddress: address };
      const title = `${names[number % names.length]} ${number}`;
      await saveProfile(tx, profileOf(number, { address, title, url: `https://house${number}.example` }));
      await insertConnection(tx, { ...connectionOf(1, 2, now - number * hourMs), ...pair });
      if (number % 10 !== 3) await recordPeerSuccess(tx, [address], now - (number % 24) * hourMs);
      else {
        const error = "it can't be reached: The connection failed.";
        await recordPeerFailure(tx, address, { now: now - hourMs * 30, error, nextTryAt: now + hourMs });
      }
    }
  });
}

const names = [
  "Mary Shelley",
  "Ada",
  "林徽因",
  "Grace Hopper",
  "Émilie du Châtelet",
  "Sappho",
  "George Eliot",
];
