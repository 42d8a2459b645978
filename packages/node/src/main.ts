import "./modules.ts";
import { constants } from "node:os";
import { runCommandLine } from "./cli/run-command-line.ts";

const stopSignals = ["SIGINT", "SIGTERM"] as const;
let stopping: AbortController | null = null;

/** The first signal asks the command to end; the second one ends the process. */
function stopSignal(): AbortSignal {
  if (stopping) return stopping.signal;
  const controller = new AbortController();
  stopping = controller;
  for (const name of stopSignals) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(128 + constants.signals[name]);
      controller.abort();
    });
  }
  return controller.signal;
}

/** A reader may close our output early (`freehold timeline | head`). */
process.stdout.on("error", (error) => {
  process.exit("code" in error && error.code === "EPIPE" ? 0 : 1);
});

process.exitCode = await runCommandLine(process.argv.slice(2), process, stopSignal);
