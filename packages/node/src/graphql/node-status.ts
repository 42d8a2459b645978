import { type DailyBackups, readDailyBackups } from "../domain/backup/daily.ts";
import { areas, type SentencePart, states } from "../domain/diagnosis/check.ts";
import { type DiagnosisResult, diagnoseRunning } from "../domain/diagnosis/run-diagnosis.ts";
import { readInstallation } from "../domain/installation/install.ts";
import { countOutbox } from "../domain/outbox.ts";
import { builder } from "./builder.ts";
import { addQuery } from "./operations.ts";

interface Status {
  installed: boolean;
  installedAt: string | null;
}

const OutboxCounts = builder.objectRef<Awaited<ReturnType<typeof countOutbox>>>("OutboxCounts").implement({
  description: "How much other nodes were told, or are to be told.",
  fields: (t) => ({
    pending: t.exposeInt("pending"),
    done: t.exposeInt("done"),
    refused: t.exposeInt("refused"),
    expired: t.exposeInt("expired"),
  }),
});

const NodeStatus = builder.objectRef<Status>("NodeStatus").implement({
  fields: (t) => ({
    installed: t.exposeBoolean("installed"),
    installedAt: t.expose("installedAt", { type: "DateTime", nullable: true }),
    ewpVersion: t.string({ resolve: () => "1" }),
    outbox: t.field({
      type: OutboxCounts,
      nullable: true,
      access: "manage:connections",
      resolve: (_status, _args, { node }) => countOutbox(node),
    }),
  }),
});

addQuery("nodeStatus", {
  type: NodeStatus,
  access: "public",
  resolve: (_args, { node }) => readInstallation(node),
});

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

addQuery("dailyBackups", {
  type: DailyBackupsRef,
  access: "owner",
  resolve: (_args, { node }) => readDailyBackups(node),
});

/** Enum values by their names in capitals. */
const enumOf = <T extends string>(names: readonly T[]): Record<string, { value: T }> =>
  Object.fromEntries(names.map((name) => [name.toUpperCase(), { value: name }]));

const CheckState = builder.enumType("CheckState", { values: enumOf(states) });
const CheckArea = builder.enumType("CheckArea", { values: enumOf(areas) });

const SentencePartRef = builder.objectRef<SentencePart>("SentencePart").implement({
  description: "A sentence as catalogues of other languages know it.",
  fields: (t) => ({
    code: t.exposeString("code", { description: "The English sentence with `{0}`, `{1}` at its places." }),
    values: t.stringList({ resolve: ({ values }) => [...values] }),
  }),
});

const DiagnosisCheck = builder.objectRef<DiagnosisResult>("DiagnosisCheck").implement({
  description: "Something that was looked at, and the one thing to do where it is not as it should be.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "The same for ever: `outside.dns`." }),
    area: t.expose("area", { type: CheckArea }),
    state: t.expose("state", { type: CheckState }),
    finding: t.exposeString("finding"),
    advice: t.exposeString("advice", { nullable: true }),
    findingParts: t.field({ type: [SentencePartRef], resolve: ({ parts }) => parts.finding }),
    adviceParts: t.field({ type: [SentencePartRef], resolve: ({ parts }) => parts.advice ?? [] }),
  }),
});

addQuery("diagnosis", {
  type: [DiagnosisCheck],
  access: "owner",
  cost: 2_000,
  description:
    "Looks at everything that can be wrong with the node, as `freehold doctor` does; it takes up to 90 seconds.",
  resolve: (_args, { node, signal }) => diagnoseRunning(node, { signal }),
});
