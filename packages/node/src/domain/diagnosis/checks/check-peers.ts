import { listFailingPeers } from "../../../store/peers.ts";
import { readProfiles } from "../../../store/profiles.ts";
import { type Check, ok, warning } from "../check.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";
import { storeOf } from "../examination.ts";
import { say } from "../sentence.ts";

export const checkPeers: Check = {
  id: "work.peers",
  area: "work",
  about: "Connected nodes that could not be reached",
  warns: "one has been away for more than a day",
  fails: null,
  needs: ["tables", "owner"],
  timeLimitMs: 10_000,
  async look(examination) {
    const { clock } = examination;
    const store = storeOf(examination);
    const failing = await listFailingPeers(store.db, limits.failingPeers);
    const since = clock.now() - limits.peerAwayMs;
    const long = failing.filter(({ failingSince }) => failingSince !== null && failingSince < since);
    if (failing.length === 0) return ok(say`Every connected node was reached.`);
    if (long.length === 0) {
      return ok(say`Connected nodes that are away: ${failing.length}, none for a day; they are tried again.`);
    }
    const named = long.slice(0, 3).map(({ address }) => address);
    const urls = (await readProfiles(store.db, named)).map(({ url }) => url).join(", ");
    const more = long.length - named.length;
    return warning(
      more > 0
        ? say`Connected nodes that are away: ${failing.length}. For more than a day: ${urls} and ${more} more.`
        : say`Connected nodes that are away: ${failing.length}. For more than a day: ${urls}.`,
      say`Look at \`freehold peers\` for the reason. If it is all of them, this machine's way out is broken.`,
    );
  },
};
