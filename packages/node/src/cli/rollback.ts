import { listRollbacks, planRollback, type RollbackPlan, rollBack } from "../domain/backup/rollback.ts";
import { AppError } from "../errors/errors.ts";
import { markUnsettled } from "../startup/crash-marker.ts";
import type { Call } from "./command.ts";
import { formatMoment } from "./format.ts";
import { explainOpening } from "./open-for-call.ts";
import { printJson } from "./terminal.ts";

/** `freehold rollback`: goes back to the database as it was before an upgrade. */
export async function rollback(call: Call): Promise<void> {
  const [name] = call.arguments;
  if (call.flags.list) {
    if (name !== undefined) throw new AppError("USAGE", "--list takes no name.");
    return await printList(call);
  }
  const plan = await planRollback(call.config, name).catch(explainOpening);
  if (!call.flags.yes) throw new AppError("CONFIRMATION_NEEDED", describePlan(plan));
  const { snapshot } = plan;
  const replaced = await rollBack(call.config, { snapshot, now: Date.now() }).catch(explainOpening);
  // The next start looks whether the files of this database are still there.
  await markUnsettled(call.config);
  await print(call, plan, replaced?.name ?? null);
}

async function printList({ config, json, terminal }: Call): Promise<void> {
  const all = await listRollbacks(config).catch(explainOpening);
  if (json) {
    const facts = all.map(({ name, madeAt }) => ({ name, madeAt: new Date(madeAt).toISOString() }));
    return await printJson(terminal, facts);
  }
  for (const { name, madeAt } of all) await terminal.print(`${name}  ${formatMoment(madeAt)}`);
  if (all.length === 0) terminal.note("There is no snapshot yet.");
}

async function print({ json, terminal }: Call, plan: RollbackPlan, replaced: string | null): Promise<void> {
  const { snapshot, lastMigration, lost } = plan;
  if (json) {
    return await printJson(terminal, {
      snapshot: snapshot.name,
      lastMigration,
      lost: Object.fromEntries(lost),
      replaced,
    });
  }
  await terminal.print(`The database is as it was at ${formatMoment(snapshot.madeAt)} (${snapshot.name}).`);
  await terminal.print(
    `Now start the version of Freehold whose last step is ${lastMigration}; a newer one changes it again.`,
  );
  terminal.note(
    replaced === null
      ? "What was there before can't be read as a whole; its files are in snapshots/replaced.sqlite."
      : `What was there before is the snapshot ${replaced}.`,
  );
}

function describePlan({ snapshot, lost }: RollbackPlan): string {
  const { publications = 0, connections = 0, comments = 0 } = Object.fromEntries(lost);
  return [
    `This goes back to the database of ${formatMoment(snapshot.madeAt)} (${snapshot.name}).`,
    `What was written since is lost from it: ${publications} publications, ${connections} follows and ${comments} ` +
      "comments are newer, and so is every other change. What followers have of it they keep.",
    "Say --yes to do it. The database as it is now is kept as a snapshot.",
  ].join("\n");
}
