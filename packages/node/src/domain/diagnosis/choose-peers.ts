import type { Address } from "@freehold/protocol";
import { listFollowees, listFollowers } from "../../store/connections.ts";
import type { Reader } from "../../store/database.ts";
import { readPeers } from "../../store/peers.ts";
import { type Profile, readProfiles } from "../../store/profiles.ts";
import { diagnosisLimits as limits } from "./diagnosis-limits.ts";

/**
 * A few connected nodes that the way to is known to be good, those that were reached last first.
 *
 * @param most how many
 */
export async function choosePeers(db: Reader, self: Address, most: number): Promise<Profile[]> {
  const page = { limit: limits.comparedPeers };
  const addresses = new Set([
    ...(await listFollowers(db, self, page)).map(({ followerAddress }) => followerAddress),
    ...(await listFollowees(db, self, page)).map(({ followeeAddress }) => followeeAddress),
  ]);
  const states = new Map((await readPeers(db, [...addresses])).map((peer) => [peer.address, peer]));
  const lastSuccess = ({ address }: Profile) => states.get(address)?.lastSuccessAt ?? 0;
  return (await readProfiles(db, [...addresses]))
    .filter(({ address }) => states.get(address)?.state !== "failing")
    .sort((one, other) => lastSuccess(other) - lastSuccess(one))
    .slice(0, most);
}
