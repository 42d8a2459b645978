import { program } from "../../../config/program.ts";
import { failed, ok, skipped, warning } from "../../../domain/check.ts";
import { compareAddresses } from "../../../domain/profile/configured-address.ts";
import { readSomeSettings } from "../../../domain/settings/settings.ts";
import { msg } from "../../../errors/errors.ts";
import { readMeta } from "../../../store/meta.ts";
import { readTimeline } from "../../../store/publications/timeline.ts";
import type { NodeCheck } from "../check-context.ts";
import { isPublic } from "../check-context.ts";

export const configurationChecks: readonly NodeCheck[] = [
  {
    id: "configuration.settings",
    about: "Settings of the environment that are allowed and probably not meant",
    warns: "there is one",
    async run({ warnings }) {
      if (warnings.length === 0) return ok(msg`No problems with the settings.`);
      return warning(warnings.flat(), msg`Change or remove that setting, then restart the node.`);
    },
  },
  {
    id: "configuration.public-url",
    about: "The public address: whether it is https, and the one under which other nodes know this one",
    warns:
      "`FREEHOLD_URL` is another address than the one that other nodes know, or only this machine can use it",
    fails: "the address that other nodes know can't be called by them",
    beforeOwner: true,
    async run({ config, own, publicUrl, tableProblem }) {
      if (publicUrl === null && tableProblem !== null) return skipped(msg`The database can't be read.`);
      if (publicUrl === null) {
        return skipped(
          msg`The node has no public address yet: FREEHOLD_URL is not set, and the node is not installed.`,
        );
      }
      if (!isPublic(publicUrl)) {
        const assess = own && !publicUrl.startsWith("http:") ? failed : warning;
        return assess(
          msg`${publicUrl} is for this machine only: no other node can reach it.`,
          msg`When it has a public https address, set it in the dashboard (Settings, Address), or run \`${program} moved https://…\`.`,
        );
      }
      const difference = own && compareAddresses(config.url, own.url);
      if (difference) return warning(difference.finding, difference.advice);
      return ok(
        own
          ? msg`Other nodes know this one as ${own.url}.`
          : msg`The address of the node will be ${publicUrl}.`,
      );
    },
  },
  {
    id: "configuration.time-zone",
    about: "The time zone in which the site shows dates",
    needs: ["tables", "owner"],
    async run({ store, own }) {
      if ((await readMeta(store.db, "setting.timeZone")) !== null) {
        const { timeZone } = await readSomeSettings(store.db, ["timeZone"]);
        return ok(msg`The site shows dates in the time zone ${timeZone}.`);
      }
      if (!own) return skipped(msg`The node has no owner yet.`);
      const posts = await readTimeline(store.db, { publisher: own.address, kinds: ["POST"], limit: 1 });
      if (posts.length === 0) return ok(msg`No time zone is set, so the site will show dates in UTC.`);
      return ok(
        msg`No time zone is set, so the site shows dates in UTC. In the dashboard, Settings, Site has the time zone.`,
      );
    },
  },
];
