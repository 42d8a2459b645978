import { defineObject } from "../../graphql/define-types.ts";
import { addQuery } from "../../graphql/operations.ts";
import { type DailyBackups, readDailyBackups } from "./daily.ts";

const KeptBackup = defineObject<NonNullable<DailyBackups["last"]>>("KeptBackup", {
  fields: { madeAt: "DateTime!", bytes: "BigInt!" },
});

const FailedBackup = defineObject<NonNullable<DailyBackups["failure"]>>("FailedBackup", {
  fields: { at: "DateTime!", reason: "String!" },
});

const DailyBackupsRef = defineObject<DailyBackups>("DailyBackups", {
  description: "The state of the automatic daily backups.",
  fields: { kept: ["Int!", "The number of stored backups; 0 where none is made."] },
  computed: (t) => ({
    last: t.expose("last", { type: KeptBackup, nullable: true, description: "The newest." }),
    failure: t.expose("failure", {
      type: FailedBackup,
      nullable: true,
      description: "Why the last backup failed; the node tries again within the hour.",
    }),
  }),
});

addQuery("dailyBackups", {
  type: DailyBackupsRef,
  access: "owner",
  resolve: (_args, { node }) => readDailyBackups(node),
});
