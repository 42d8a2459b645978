import { program } from "../../config/program.ts";
import { confirmClock, readClockState } from "../../domain/clock.ts";
import { withdrawFuturePosts } from "../../domain/publications/withdraw-posts.ts";
import type { Call } from "../command.ts";
import { openForCall } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";

/** `freehold clock`: says whether the clock is in doubt; `--confirm` and `--withdraw` end what a wrong one has caused. */
export async function clock(call: Call): Promise<void> {
  await using node = await openForCall(call);
  if (call.flags.confirm === true) await confirmClock(node, node.clock.now());
  const { futurePosts } = await readClockState(node);
  const drafts = call.flags.withdraw === true ? await withdrawFuturePosts(node, futurePosts) : [];
  const state = await readClockState(node);
  await printResult(call, { ...state, drafts }, [
    `The clock shows ${state.now}.`,
    state.isInDoubt
      ? `It jumped ahead from ${state.lastGood}: nothing is signed, published on schedule or emailed. If it is right, confirm it: ${program} clock --confirm`
      : "It is not in doubt.",
    ...(drafts.length > 0 ? [`Turned into drafts again: ${drafts.length}.`] : []),
    ...(state.futurePosts.length > 0
      ? [
          `Posts signed for a future time: ${state.futurePosts.length}. Other sites accept them only at that time, and you can't sign until then. Turn them into drafts: ${program} clock --withdraw`,
        ]
      : []),
  ]);
}
