import { dayMs, minuteMs } from "@freehold/protocol/internal";
import { type Check, failed, ok, skipped, warning } from "../../domain/check.ts";
import { msg } from "../../errors/errors.ts";
import { readMeta } from "../../store/meta.ts";
import { readBackupState } from "./daily.ts";

const dailyLateMs = 2 * dayMs; // a daily backup that is older warns
const handLateMs = 14 * dayMs; // one that was made by hand warns when it is older

export const backupChecks: readonly Check[] = [
  {
    id: "work.backups",
    about: "The backups: whether they are made each day, the last one, and why the last try failed",
    warns:
      "automatic backups are off and the last one is two weeks old, or the last daily one is two days old",
    fails: "the last try to make the daily backup failed",
    needs: ["tables", "owner"],
    watchedEveryMs: 10 * minuteMs,
    notified: true,
    async run(context) {
      const { clock } = context;
      const { kept, lastAt, failure } = await readBackupState(context);
      if (failure) {
        return failed(
          msg`The daily backup failed at ${toMinute(failure.at)}: ${failure.reason}`,
          msg`Free some space, or fix the named problem. The node tries again every hour.`,
        );
      }
      const since = lastAt ?? Date.parse((await readMeta(context.store.db, "installed_at")) ?? "");
      if (clock.now() - since <= (kept === 0 ? handLateMs : dailyLateMs)) {
        return lastAt === null
          ? skipped(msg`The node is new, and there is no backup yet.`)
          : ok(msg`The last backup was made at ${toMinute(lastAt)}.`);
      }
      if (kept === 0) {
        return warning(
          lastAt === null
            ? msg`There is no backup, and automatic backups are off.`
            : msg`The last backup was made at ${toMinute(lastAt)}, and automatic backups are off.`,
          msg`Set FREEHOLD_DAILY_BACKUPS=7, and copy the backups to another machine.`,
        );
      }
      return warning(
        lastAt === null
          ? msg`There is no daily backup yet.`
          : msg`The last backup was made at ${toMinute(lastAt)}, although daily backups are on.`,
        msg`Check that the node runs, with FREEHOLD_ROLE all or worker, and check its log.`,
      );
    },
  },
];

/** Minutes are enough for people. */
const toMinute = (at: number | null) => new Date(at ?? 0).toISOString().slice(0, 16).replace("T", " ");
