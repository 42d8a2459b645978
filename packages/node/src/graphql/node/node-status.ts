import { type DailyBackups, readDailyBackups } from "../../domain/backup/daily.ts";
import { areas, type SentencePart, states } from "../../domain/diagnosis/check.ts";
import {
  type DiagnosisResult,
  diagnoseAddress,
  diagnoseRunning,
  type LastDiagnosis,
  readLastDiagnosis,
} from "../../domain/diagnosis/run-diagnosis.ts";
import { readInstallation } from "../../domain/installation/install.ts";
import { readNewerVersion } from "../../domain/newer-version.ts";
import { countOutbox } from "../../domain/outbox.ts";
import { defineEnum, defineObject } from "../define-types.ts";
import { addQuery } from "../operations.ts";

const OutboxCounts = defineObject<Awaited<ReturnType<typeof countOutbox>>>("OutboxCounts", {
  description: "The number of outbox entries in each state.",
  fields: { pending: "Int!", done: "Int!", refused: "Int!", expired: "Int!" },
});

const NodeStatus = defineObject<{ installed: boolean; installedAt: string | null }>("NodeStatus", {
  fields: { installed: "Boolean!", installedAt: "DateTime" },
  computed: (t) => ({
    ewpVersion: t.string({ resolve: () => "1" }),
    outbox: t.field({
      type: OutboxCounts,
      nullable: true,
      access: "manage:connections",
      resolve: (_status, _args, { node }) => countOutbox(node),
    }),
    newerVersion: t.string({
      nullable: true,
      access: "owner",
      description: "The newest version of Freehold, if it is newer than this node's.",
      resolve: (_status, _args, { node }) => readNewerVersion(node),
    }),
  }),
});

addQuery("nodeStatus", {
  type: NodeStatus,
  access: "public",
  resolve: (_args, { node }) => readInstallation(node),
});

const KeptBackup = defineObject<NonNullable<DailyBackups["last"]>>("KeptBackup", {
  fields: { madeAt: "DateTime!", bytes: "BigInt!" },
});

const FailedBackup = defineObject<NonNullable<DailyBackups["failure"]>>("FailedBackup", {
  fields: { at: "DateTime!", reason: "String!" },
});

const DailyBackupsRef = defineObject<DailyBackups>("DailyBackups", {
  description: "The state of the daily backups that the node makes by itself.",
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

const SentencePartRef = defineObject<SentencePart>("SentencePart", {
  description: "A sentence in the form that message catalogues translate.",
  fields: {
    code: ["String!", "The English sentence with the placeholders `{0}`, `{1}`."],
    values: "[String!]!",
  },
});

const DiagnosisCheck = defineObject<DiagnosisResult>("DiagnosisCheck", {
  description: "The result of one check, and the one thing to do where something is wrong.",
  fields: {
    id: ["ID!", "It never changes: `outside.dns`."],
    area: defineEnum("CheckArea", areas),
    state: defineEnum("CheckState", states),
    finding: "String!",
    advice: "String",
  },
  computed: (t) => ({
    findingParts: t.field({ type: [SentencePartRef], resolve: ({ parts }) => parts.finding }),
    adviceParts: t.field({ type: [SentencePartRef], resolve: ({ parts }) => parts.advice ?? [] }),
  }),
});

addQuery("diagnosis", {
  type: [DiagnosisCheck],
  access: "owner",
  cost: 2_000,
  description:
    "Checks everything that can be wrong with the node, like `freehold doctor`; takes up to 90 seconds.",
  args: (t) => ({
    url: t.arg.string({
      description: "An address that the node may get: only the checks of an address run, for this one.",
    }),
  }),
  resolve: ({ url }, { node, signal }) =>
    url == null ? diagnoseRunning(node, { signal }) : diagnoseAddress(node, { url, signal }),
});

addQuery("lastDiagnosis", {
  type: defineObject<LastDiagnosis>("LastDiagnosis", {
    fields: { at: "DateTime!", failed: ["Int!", "The number of checks that failed."] },
  }),
  nullable: true,
  access: "owner",
  description: "The result of the last `diagnosis` without a URL since the node was started.",
  resolve: (_args, { node }) => readLastDiagnosis(node),
});
