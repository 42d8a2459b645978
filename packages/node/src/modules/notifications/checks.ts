import { type Check, failed, ok, skipped, warning } from "../../domain/check.ts";
import { msg } from "../../errors/errors.ts";
import { listWaitingJobs } from "../../store/queues/jobs.ts";
import { readVapidKeys } from "./push-devices.ts";
import { listPushSubscriptions } from "./store.ts";

const stuckPushes = 100; // messages to devices that are counted

export const pushChecks: readonly Check[] = [
  {
    id: "work.push",
    about: "The owner's devices: whether the node has its VAPID keys, and whether messages get through",
    warns: "messages wait because a push service did not take them",
    fails: "there are devices and no keys",
    needs: ["tables"],
    async run({ store }) {
      const devices = await listPushSubscriptions(store.db);
      if (devices.length === 0) return skipped(msg`No device gets push messages.`);
      const finding =
        devices.length === 1 ? msg`1 device is subscribed.` : msg`${devices.length} devices are subscribed.`;
      if (!(await readVapidKeys(store.db))) {
        return failed(
          [...finding, ...msg`The node's keys for push services are missing.`],
          msg`Turn notifications on again on each device: in the dashboard, Settings, Notifications.`,
        );
      }
      const stuck = await listWaitingJobs(store.db, { kind: "push", limit: stuckPushes });
      const failing = stuck.filter(({ attempts }) => attempts > 0);
      if (failing.length === 0) return ok(finding);
      const hosts = [...new Set(failing.map(({ host }) => host))].slice(0, 3).join(", ");
      return warning(
        [...finding, ...msg`Push messages waiting: ${failing.length}. Not accepted by ${hosts}.`],
        msg`Check that this machine can reach that host. If it can, turn notifications on again on the device.`,
      );
    },
  },
];
