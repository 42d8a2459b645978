import type { Bench, Scenario, Tally } from "../scenario.ts";
import { dieAtStep, nextStep, type Step } from "../support/die-at-step.ts";
import { type OperationName, tryOperation } from "../support/operations.ts";
import { readNode } from "../support/read-node.ts";
import { runInParallel } from "../support/run-in-parallel.ts";
import { createTestNetwork, type TestNetwork, wake } from "../support/test-network.ts";

/** Something that is done, and who dies of it. `step` is the next one to die at. */
interface Case {
  readonly what: OperationName;
  readonly victim: "publisher" | "follower";
  step: Step;
}

const first: Step = { at: 1, when: "before" };
const checkEvery = 20;

/**
 * Statements of the database, changes of files, calls and replies: a node dies before and after each of them, of
 * everything that the outbox, the pull and the writes are made of. The cases take turns, so that a short run has some of each.
 */
export const killAtEachStep: Scenario = {
  about:
    "a node dies before and after each statement, file operation, call and reply of what it is asked to do.",
  share: 0.36,
  run: async (bench) => {
    const cases = listCases(bench);
    return await runInParallel(bench.kills, (part, kills) => runPart(bench, part, kills, cases));
  },
};

function listCases({ isShort, random }: Bench): Case[] {
  const both = ["publish", "upload", "rename", "leave", "follow"] as const;
  const alone = ["draft", "destroy", "comment"] as const;
  const cases = [
    ...both.flatMap((what) => [
      { what, victim: "publisher" as const },
      { what, victim: "follower" as const },
    ]),
    ...alone.map((what) => ({ what, victim: "publisher" as const })),
    { what: "theme" as const, victim: "follower" as const },
  ];
  // A short run begins somewhere, and so does not always try the same first steps.
  return cases.map((one) => ({ ...one, step: isShort ? nextStep(first, Math.floor(random() * 40)) : first }));
}

let texts = 0;

async function runPart(bench: Bench, part: number, wanted: number, cases: Case[]): Promise<Tally> {
  const network = await createTestNetwork(bench.workspace, { name: `-${part}`, followers: 1 });
  const broken: string[] = [];
  let kills = 0;
  while (kills < wanted && broken.length === 0) {
    const round = Math.min(wanted, kills + checkEvery);
    while (kills < round) {
      const one = cases.shift();
      if (!one) break;
      const died = await tryCase(bench, network, one);
      if (died) kills += 1;
      // Behind the last step it begins again, where there are kills left.
      one.step = died ? nextStep(one.step) : first;
      cases.push(one);
    }
    await network.startAll();
    broken.push(...(await network.check()));
    bench.print(`part ${part}: ${kills} kills, ${network.acknowledged} acknowledged`);
  }
  return { kills, acknowledged: network.acknowledged, broken };
}

async function tryCase(
  { random, seed }: Bench,
  network: TestNetwork,
  { what, victim, step }: Case,
): Promise<boolean> {
  texts += 1;
  const acting = { network, random, text: `Step ${texts} of ${seed}` };
  if (what === "leave" || what === "follow") await prepareFollow(what, network);
  const who = victim === "publisher" ? network.publisher : network.followers[0];
  if (!who) throw new Error("There is nobody to follow.");
  const died = await dieAtStep(who.node, step, async () => await tryOperation(what, acting));
  await wake(who);
  if (what === "leave") await tryOperation("follow", acting);
  return died;
}

/** Who is to follow does not do so yet, and who is to leave follows. */
async function prepareFollow(what: "leave" | "follow", network: TestNetwork): Promise<void> {
  const [follower] = network.followers;
  if (!follower) return;
  const { follows } = await readNode(follower.node);
  const wanted = what === "leave";
  const acting = { network, random: Math.random, text: "" };
  if (follows.size > 0 !== wanted) await tryOperation(wanted ? "follow" : "leave", acting);
}
