import { listWaitingJobs } from "../../../store/jobs.ts";
import { listPushSubscriptions } from "../../../store/notifications.ts";
import { readVapidKeys } from "../../notifications/vapid-keys.ts";
import { type Check, failed, ok, skipped, warning } from "../check.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";
import { storeOf } from "../examination.ts";
import { say, together } from "../sentence.ts";

export const checkPush: Check = {
  id: "work.push",
  area: "work",
  about: "The owner's devices: whether the node has its VAPID keys, and whether messages get through",
  warns: "messages wait because a push service did not take them",
  fails: "there are devices and no keys",
  needs: ["tables"],
  timeLimitMs: 10_000,
  async look(examination) {
    const store = storeOf(examination);
    const devices = await listPushSubscriptions(store.db);
    if (devices.length === 0) return skipped(say`No device is subscribed.`);
    const told =
      devices.length === 1 ? say`1 device is subscribed.` : say`${devices.length} devices are subscribed.`;
    if (!(await readVapidKeys(store.db))) {
      return failed(
        together(told, say`The keys with which the node proves itself to push services are gone.`),
        say`Subscribe each device anew in the console.`,
      );
    }
    const stuck = await listWaitingJobs(store.db, { kind: "push", limit: limits.stuckPushes });
    const failing = stuck.filter(({ attempts }) => attempts > 0);
    if (failing.length === 0) return ok(told);
    const hosts = [...new Set(failing.map(({ host }) => host))].slice(0, 3).join(", ");
    return warning(
      together(told, say`${failing.length} messages wait, for ${hosts} did not take them.`),
      say`Look whether this machine may call that host; if it may, subscribe the device anew.`,
    );
  },
};
