import { once } from "node:events";
import { flushCompileCache } from "node:module";
import type { NodeProfile } from "@freehold/protocol";
import { program } from "../../config/program.ts";
import { readSetupCode } from "../../domain/installation/setup-code.ts";
import { compareAddresses } from "../../domain/profile/configured-address.ts";
import { toNodeProfile } from "../../domain/profile/owner.ts";
import { readClosing } from "../../domain/settings/closing.ts";
import { formatEnglish } from "../../errors/errors.ts";
import { createLog } from "../../observability/log.ts";
import { safeText } from "../../observability/safe-text.ts";
import { type RunningNode, startNode } from "../../start.ts";
import { collectGarbageAtRest } from "../../startup/collect-garbage.ts";
import { describeProgram } from "../../startup/program-version.ts";
import type { Recovery } from "../../startup/recover-node.ts";
import type { Call } from "../command.ts";
import { formatCount, formatMoment } from "../format.ts";
import { explainOpening } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";

/**
 * `freehold start`: runs the node until it is asked to stop. As a service it prints one line of JSON, and all else is in the log.
 */
export async function start(call: Call): Promise<void> {
  const { terminal } = call;
  const stop = call.stopSignal();
  // All code is loaded. Node would keep the parts of its compile cache that it read in memory until the end (4 MB).
  flushCompileCache();
  const log = createLog(call.config);
  const warn = (text: string) =>
    terminal.isLogged ? log.warn(text) : terminal.note(`${terminal.paintNote("yellow", "warning:")} ${text}`);
  for (const warning of call.warnings) warn(formatEnglish(warning));
  const running = await startNode(call.config, log, { signal: stop }).catch((error) =>
    // A stop during the start is not a failure.
    stop.aborted ? null : explainOpening(error),
  );
  if (running === null) return;
  using _ = collectGarbageAtRest();
  try {
    await announce(call, running, warn);
    if (!stop.aborted) await once(stop, "abort");
  } finally {
    if (terminal.showsProgress) {
      terminal.note("Stopping after open requests. Press Ctrl-C again to stop now.");
    }
    await running.stop();
  }
}

async function announce(
  call: Call,
  { context, address, recovery }: RunningNode,
  warn: (text: string) => void,
): Promise<void> {
  const { json, terminal, config } = call;
  const own = await context.owner.get();
  const profile = own && toNodeProfile(own);
  const setupCode = profile === null && address !== null ? await readSetupCode(context) : null;
  if (recovery && !json) terminal.note(describeRecovery(recovery));
  const difference = profile && compareAddresses(config.url, profile.url);
  // The log has it anyway.
  if (difference && !terminal.isLogged)
    warn(`${formatEnglish(difference.finding)} ${formatEnglish(difference.advice)}`);
  const closing = await readClosing(context.store.db);
  if (closing)
    warn(
      `This site was closed on ${formatMoment(closing.since)}: its pages can be read, and it accepts nothing new. ${program} reopen undoes that.`,
    );
  const base = config.url ?? address?.url ?? "";
  const setupLink = setupCode === null ? null : `${base}/install#code=${setupCode}`;
  await printResult(
    call,
    {
      url: address?.url ?? null,
      port: address?.port ?? null,
      dataDir: config.dataDir,
      installed: profile !== null,
      profile,
      setupCode,
      setupLink,
      recovery,
    },
    describe(call, address?.url ?? null, profile, setupLink),
  );
}

function describeRecovery(recovery: Recovery): string {
  const { cause, removedFiles, releasedRows, checkedContents, faultyContents } = recovery;
  return (
    (cause === "crash"
      ? "The node was not stopped cleanly last time. The database is intact. "
      : "The database is an earlier one; ") +
    `${formatCount(removedFiles, "half-written file")} removed; ` +
    `${formatCount(releasedRows, "task")} resumed, ` +
    `${formatCount(checkedContents, "file")} checked, ` +
    (faultyContents === 0
      ? "none missing or damaged."
      : `${faultyContents} missing or damaged (see the log).`)
  );
}

/**
 * The lines for people; the log has none of them. The link to the installer uses the public address, if there is one,
 * because its reader may sit at another machine. A browser does not send the part after `#`.
 */
function describe(
  { terminal: { paint }, config }: Call,
  url: string | null,
  profile: NodeProfile | null,
  setupLink: string | null,
): string[] {
  const head = [
    "",
    url === null
      ? "  Freehold is running as a worker (no port)."
      : `  Freehold listens on ${paint("cyan", url)}`,
    `  ${paint("dim", `Its data is in ${config.dataDir}`)}`,
    `  ${paint("dim", describeProgram())}`,
  ];
  if (profile) {
    return [...head, `  ${paint("bold", safeText(profile.title))} is at ${paint("cyan", profile.url)}`, ""];
  }
  const link = [
    "  Open this link in your browser to set up your site. It takes a minute. Don't share the link:",
    "",
    `  ${paint("cyan", setupLink ?? "")}`,
    "",
  ];
  return [
    ...head,
    "",
    `  ${paint("bold", "This node has no owner yet.")}`,
    ...(setupLink === null ? [] : link),
    `  ${paint("dim", `Or set it up here: ${program} init --title "Your name"`)}`,
    "",
  ];
}
