import { type DailyBackups, readDailyBackups } from "../domain/backup/daily.ts";
import { builder } from "./builder.ts";

const KeptBackup = builder.objectRef<NonNullable<DailyBackups["last"]>>("KeptBackup").implement({
  fields: (t) => ({
    madeAt: t.expose("madeAt", { type: "DateTime" }),
    bytes: t.expose("bytes", { type: "BigInt" }),
  }),
});

const FailedBackup = builder.objectRef<NonNullable<DailyBackups["failure"]>>("FailedBackup").implement({
  fields: (t) => ({
    at: t.expose("at", { type: "DateTime" }),
    reason: t.exposeString("reason"),
  }),
});

const DailyBackupsRef = builder.objectRef<DailyBackups>("DailyBackups").implement({
  description: "How the backups fare that the node makes by itself, one a day.",
  fields: (t) => ({
    kept: t.exposeInt("kept", { description: "How many are kept; 0 where none is made." }),
    last: t.expose("last", { type: KeptBackup, nullable: true, description: "The newest." }),
    failure: t.expose("failure", {
      type: FailedBackup,
      nullable: true,
      description: "Why the one that was due could not be made; it is tried again within the hour.",
    }),
  }),
});

builder.queryField("dailyBackups", (t) =>
  t.field({
    type: DailyBackupsRef,
    access: "owner",
    resolve: (_root, _args, { node }) => readDailyBackups(node),
  }),
);
