import { reopen } from "../../domain/settings/close.ts";
import type { Call } from "../command.ts";
import { openForCall } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";

/** `freehold reopen`: accepts followers and posts again. */
export async function reopenCommand(call: Call): Promise<void> {
  await using node = await openForCall(call);
  const wasClosed = await reopen(node);
  await printResult(
    call,
    { wasClosed },
    [wasClosed ? "This site is open again." : "This site is not closed."],
    [wasClosed && "Its follows stay ended."],
  );
}
