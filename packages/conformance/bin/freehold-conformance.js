#!/usr/bin/env node
// Plain JavaScript, so that any Node can read it. The sources need Node 24; on an older one the same command
// is run with the binary that the npm package `node` brought along.
import { spawn } from "node:child_process";
import { accessSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) >= NEEDED) {
  await import("../src/main.ts");
} else {
  const binary = findBinary();
  if (binary === null) {
    process.stderr.write(
      `freehold-conformance needs Node ${NEEDED} or newer; this is ${process.version}. Install that, or run \`npm ci\` in a clone of the repository, which brings it.\n`,
    );
    process.exitCode = 2;
  } else {
    run(binary);
  }
}

/** The binary of the npm package `node`, or null when it is not installed. */
function findBinary() {
  try {
    const binary = createRequire(import.meta.url).resolve("node/bin/node");
    accessSync(binary);
    return binary;
  } catch {
    return null;
  }
}

/** Runs this same file with that binary: its terminal, its signals and its exit code are ours. */
function run(binary) {
  const child = spawn(binary, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    // A Ctrl-C in a terminal reaches the child by itself, and a second one would force its end.
    process.on(signal, () => (signal === "SIGINT" && process.stdin.isTTY) || child.kill(signal));
  }
  child.on("error", (error) => {
    process.stderr.write(`Node ${NEEDED} could not be started: ${error.message}\n`);
    process.exitCode = 2;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}
