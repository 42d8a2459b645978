import type { NodeProfile } from "@freehold/protocol";
import { readSetupCode } from "../domain/installation/setup-code.ts";
import { toNodeProfile } from "../domain/profile/owner.ts";
import { createLog } from "../observability/log.ts";
import { safeText } from "../observability/safe-text.ts";
import { type RunningNode, startNode } from "../start.ts";
import type { Recovery } from "../startup/recover-node.ts";
import type { Call } from "./command.ts";
import { formatCount } from "./format.ts";
import { explainOpening } from "./open-for-call.ts";
import { printJson } from "./terminal.ts";

/** `freehold start`: runs the node until it is told to stop. */
export async function start(call: Call): Promise<void> {
  const stop = call.stopSignal();
  for (const warning of call.warnings) {
    call.terminal.note(`${call.terminal.paintNote("yellow", "warning:")} ${warning}`);
  }
  const running = await startNode(call.config, createLog(call.config), { signal: stop }).catch((error) =>
    // It was told to stop before it had begun.
    stop.aborted ? null : explainOpening(error),
  );
  if (running === null) return;
  try {
    await announce(call, running);
    await untilAborted(stop);
  } finally {
    if (call.terminal.showsProgress) {
      call.terminal.note("Stopping: what is under way is finished first. Once more ends it at once.");
    }
    await running.stop();
  }
}

async function announce(call: Call, running: RunningNode): Promise<void> {
  const own = await running.context.owner.get();
  const profile = own && toNodeProfile(own);
  const { address } = running;
  const isWaiting = profile === null && address !== null;
  const setupCode = isWaiting ? await readSetupCode(running.context) : null;
  if (call.json) {
    return await printJson(call.terminal, {
      url: address?.url ?? null,
      port: address?.port ?? null,
      dataDir: call.config.dataDir,
      installed: profile !== null,
      profile,
      setupCode,
      recovery: running.recovery,
    });
  }
  if (running.recovery) call.terminal.note(describeRecovery(running.recovery));
  for (const line of describe(call, address?.url ?? null, profile, setupCode)) {
    await call.terminal.print(line);
  }
}

function describeRecovery(recovery: Recovery): string {
  const { removedFiles, releasedRows, checkedContents, faultyContents } = recovery;
  return (
    "The last run did not end well. The database is sound; " +
    `${formatCount(removedFiles, "half-written file")} removed; ` +
    `${formatCount(releasedRows, "task")} due again; ` +
    `${formatCount(checkedContents, "content")} looked at, ` +
    `${faultyContents === 0 ? "none" : faultyContents} missing or damaged${faultyContents === 0 ? "" : " (see the log)"}.`
  );
}

/**
 * What is printed, to people alone: the log has none of it. The link to the installer is under the public address where the
 * configuration has one, since its reader may sit at another machine; a browser sends nothing of what is behind `#`.
 */
function describe(
  { terminal, config }: Call,
  url: string | null,
  profile: NodeProfile | null,
  setupCode: string | null,
): string[] {
  const { paint } = terminal;
  const place =
    url === null
      ? "Freehold works, and listens nowhere (worker)."
      : `Freehold listens on ${paint("cyan", url)}`;
  const lines = ["", `  ${place}`, `  ${paint("dim", `Its data is in ${config.dataDir}`)}`];
  if (profile) {
    lines.push(`  ${paint("bold", safeText(profile.title))} lives at ${paint("cyan", profile.url)}`, "");
    return lines;
  }
  lines.push("", `  ${paint("bold", "This node has no owner yet.")}`);
  if (setupCode !== null) {
    const link = `${config.url ?? url}/install#code=${setupCode}`;
    lines.push("  Open this link in your browser to make it yours. Show it to nobody:");
    lines.push("", `  ${paint("cyan", link)}`, "");
  }
  const publicUrl = config.url ?? "https://your.address";
  lines.push(`  Or set it up in a terminal: freehold init --url ${publicUrl} --title "Your name"`, "");
  return lines;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    } else {
      signal.addEventListener("abort", () => resolve(), { once: true });
    }
  });
}
