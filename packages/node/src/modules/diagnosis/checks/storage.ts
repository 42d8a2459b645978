import { valueAt } from "@freehold/protocol/internal";
import { failed, ok, skipped, warning } from "../../../domain/check.ts";
import { msg, untranslated } from "../../../errors/errors.ts";
import type { NodeCheck } from "../check-context.ts";
import { diagnosisLimits as limits } from "../limits.ts";

export const checkStorage: NodeCheck = {
  id: "database.storage",
  about: "S3, where S3_URL is set: whether it answers, stores, reads and removes an object, and its clock",
  warns: "its clock is 30 s off this machine's",
  fails: "it does not respond, refuses, or does not return stored objects correctly",
  beforeOwner: true,
  timeLimitMs: 60_000,
  async run({ blobs: { remote }, clock }) {
    if (!remote) return skipped(msg`Files are stored in the data folder.`);
    const advice = msg`Compare S3_URL with the data from the storage provider: the key needs permission to list the bucket and to read, write and delete objects.`;
    try {
      const offMs = Math.abs((await remote.reach()) - clock.now());
      if (!(await remote.tryOut())) {
        return failed(
          msg`${remote.name} does not return stored objects correctly, or does not delete them.`,
          advice,
        );
      }
      if (offMs >= limits.clockNoticedMs) {
        return warning(
          msg`The clock of ${remote.name} and that of this machine are ${Math.round(offMs / 1000)} s apart.`,
          msg`Set this machine's clock over the network (chrony, systemd-timesyncd): storages refuse a difference of 15 minutes.`,
        );
      }
      return ok(msg`${remote.name} stores, reads and removes objects.`);
    } catch (error) {
      return failed(
        [...msg`${remote.name} does not respond, or refuses:`, ...untranslated(` ${reasonOf(error)}`)],
        advice,
      );
    }
  },
};

/** The result of the check. */
function reasonOf(error: unknown): string {
  const cause = valueAt(error, "cause") ?? error;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : "no reason given";
}
