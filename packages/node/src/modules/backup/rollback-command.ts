import type { Call } from "../../cli/command.ts";
import { formatCount, formatMoment } from "../../cli/format.ts";
import { explainOpening } from "../../cli/open-for-call.ts";
import { printResult } from "../../cli/terminal.ts";
import { AppError } from "../../errors/errors.ts";
import { markUnsettled } from "../../startup/crash-marker.ts";
import type { SnapshotOrigin } from "../../store/copies/snapshots.ts";
import { listRollbacks, planRollback, type RollbackPlan, rollBack } from "./rollback.ts";

/** `freehold rollback`: goes back to the database from before an upgrade. */
export async function rollback(call: Call): Promise<void> {
  const [name] = call.arguments;
  if (call.flags.list) {
    if (name !== undefined) throw new AppError("USAGE", "--list accepts no name.");
    return await printList(call);
  }
  const plan = await planRollback(call.config, name).catch(explainOpening);
  if (!call.flags.yes) throw new AppError("CONFIRMATION_NEEDED", describePlan(plan));
  const { snapshot, origin, lost } = plan;
  const replaced = await rollBack(call.config, { snapshot, now: Date.now() }).catch(explainOpening);
  // The next start then checks whether the files of this database are still there.
  await markUnsettled(call.config);
  await printResult(
    call,
    {
      snapshot: snapshot.name,
      ...origin,
      lost: Object.fromEntries(lost),
      replaced: replaced?.name ?? null,
    },
    [
      `The database is as it was at ${formatMoment(snapshot.madeAt)} (${snapshot.name}).`,
      `Now start ${describeOrigin(origin)}; a newer version changes the database again.`,
    ],
    [
      replaced
        ? `What was there before is the snapshot ${replaced.name}.`
        : "What was there before can't be read as a whole; its files are in snapshots/replaced.sqlite.",
    ],
  );
}

async function printList(call: Call): Promise<void> {
  const all = await listRollbacks(call.config).catch(explainOpening);
  await printResult(
    call,
    all.map(({ madeAt, ...rest }) => ({ ...rest, madeAt: new Date(madeAt).toISOString() })),
    all.map((one) => `${one.name}  ${formatMoment(one.madeAt)}  of ${describeOrigin(one)}`),
    [all.length === 0 && "There is no snapshot yet."],
  );
}

/** The program that has to run on a snapshot. */
function describeOrigin({ program, lastMigration }: SnapshotOrigin): string {
  return program === null
    ? `the version of Freehold whose last database step is ${lastMigration}`
    : `Freehold ${program}, whose last database step is ${lastMigration}`;
}

function describePlan({ snapshot, origin, lost }: RollbackPlan): string {
  const { publications = 0, connections = 0, comments = 0 } = Object.fromEntries(lost);
  return [
    `This goes back to the database of ${formatMoment(snapshot.madeAt)} (${snapshot.name}).`,
    `Later changes are lost: ${formatCount(publications, "post or file", "posts and files")}, ${formatCount(connections, "follow")} ` +
      `and ${formatCount(comments, "comment")} are newer, and so is every other change. What followers have of it they keep.`,
    `It is of ${describeOrigin(origin)}: have that ready.`,
    "Run it again with --yes to do it. The present database is kept as a snapshot.",
  ].join("\n");
}
