import type { Address } from "@freehold/protocol";
import type { Reader } from "../../store/database.ts";
import { listFollowees, listFollowers } from "../../store/peers/connections.ts";
import { readPeers } from "../../store/peers/peers.ts";
import { type Profile, readProfiles } from "../../store/peers/profiles.ts";

const comparedPeers = 50; // followers, and followees, out of whom some are asked

/** @returns connected nodes that are not failing, at most `most`; first those that this node reached last */
export async function choosePeers(db: Reader, self: Address, most: number): Promise<Profile[]> {
  const page = { limit: comparedPeers };
  const followers = await listFollowers(db, self, page);
  const followees = await listFollowees(db, self, page);
  const addresses = new Set([
    ...followers.map(({ followerAddress }) => followerAddress),
    ...followees.map(({ followeeAddress }) => followeeAddress),
  ]);
  const states = new Map((await readPeers(db, [...addresses])).map((peer) => [peer.address, peer]));
  const lastSuccess = ({ address }: Profile) => states.get(address)?.lastSuccessAt ?? 0;
  return [...(await readProfiles(db, [...addresses])).values()]
    .filter(({ address }) => states.get(address)?.state !== "failing")
    .sort((one, other) => lastSuccess(other) - lastSuccess(one))
    .slice(0, most);
}
