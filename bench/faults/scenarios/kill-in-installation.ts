import { join } from "node:path";
import type { Bench, Scenario, Tally } from "../scenario.ts";
import { checkFolder } from "../support/check-folder.ts";
import { dieAtStep, nextStep, type Step } from "../support/die-at-step.ts";
import { createOwner, RefusedError } from "../support/owner.ts";
import { readNode } from "../support/read-node.ts";
import { runInParallel } from "../support/run-in-parallel.ts";
import { wake } from "../support/test-network.ts";

const first: Step = { at: 1, when: "before" };

/** A node that dies while it gets its owner is one that has its owner, or one that can get it again. */
export const killInInstallation: Scenario = {
  about: "a node dies at each step of its installation, and is installed again.",
  share: 0.04,
  run: async (bench) => await runInParallel(bench.kills, (part, kills) => runPart(bench, part, kills)),
};

async function runPart(bench: Bench, part: number, wanted: number): Promise<Tally> {
  const tally = { kills: 0, acknowledged: 0, broken: [] as string[] };
  let step = bench.isShort ? nextStep(first, Math.floor(bench.random() * 12)) : nextStep(first, part);
  for (let attempt = 0; tally.kills < wanted && tally.broken.length === 0; attempt += 1) {
    const died = await installOnce(bench, `installed-${part}-${attempt}`, step, tally.broken);
    if (died) tally.kills += 1;
    tally.acknowledged += 1;
    step = died ? nextStep(step, bench.isShort ? 1 : 3) : first;
  }
  return tally;
}

async function installOnce(
  { workspace }: Bench,
  name: string,
  step: Step,
  broken: string[],
): Promise<boolean> {
  const node = await workspace.node(name, { dataDir: join(workspace.folder, name) });
  const owner = createOwner(workspace, node);
  await wake(owner);
  let answered = false;
  const died = await dieAtStep(node, step, async () => {
    answered = await owner.install().then(
      () => true,
      () => false,
    );
  });
  await wake(owner);
  const again = await owner.install().then(
    () => "installed",
    (error: unknown) => (error instanceof RefusedError ? "refused" : String(error)),
  );
  if (answered && again !== "refused")
    broken.push(`${name}: an installation that was acknowledged is gone (${again})`);
  if (again !== "installed" && again !== "refused") broken.push(`${name}: ${again}`);
  await owner.signIn();
  const state = await readNode(node);
  if (state.address !== owner.wallet.address) broken.push(`${name} has another owner`);
  broken.push(...(await checkFolder(node, state)));
  await node.stop();
  return died;
}
