import { constants } from "node:os";
import { runCommand } from "./command/run-command.ts";

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.on(name, () => {
    // The first signal lets the running check clean up; the second one ends the process.
    if (stop.signal.aborted) process.exit(128 + constants.signals[name]);
    stop.abort();
  });
}

// A reader such as `head` may close the pipe early.
process.stdout.on("error", (error) => {
  process.exit("code" in error && error.code === "EPIPE" ? 0 : 1);
});

process.exitCode = await runCommand(process.argv.slice(2), process, stop.signal);
