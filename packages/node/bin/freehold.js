#!/usr/bin/env -S MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=1000000 node --max-semi-space-size=4 --max-old-space-size=1024
// Variables and flags bound the memory that pictures, bytes and answers leave behind (docs/decisions/0003).
// Plain JavaScript, so that any Node can read it. The server needs Node 24; on an older one the same command
// is run with the binary that the npm package `node` brought along.
import { spawn } from "node:child_process";
import { accessSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { chooseProgram } from "./choose-program.js";
import { keepCompiled } from "./keep-compiled.js";

const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) >= NEEDED) {
  // Libraries have a build for development that is slower and says more (React's). Who names another one gets it, as tests do.
  process.env.NODE_ENV ||= "production";
  const folder = new URL("../", import.meta.url);
  keepCompiled(folder, process.env.FREEHOLD_DATA || "data");
  await import(chooseProgram(folder).href);
} else {
  const binary = findBinary();
  if (binary === null) {
    process.stderr.write(
      `Freehold needs Node ${NEEDED} or newer; this is ${process.version}. Install that, or run \`npm ci\` in a clone of the repository, which brings it.\n`,
    );
    process.exitCode = 1;
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
  const child = spawn(binary, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => forward(child, signal));
  }
  child.on("error", (error) => {
    process.stderr.write(`Node ${NEEDED} could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

/**
 * A Ctrl-C in a terminal reaches the whole process group, and so the child by itself; forwarding it too would
 * look like a second one, which forces the end.
 */
function forward(child, signal) {
  if (signal === "SIGINT" && process.stdin.isTTY) {
    return;
  }
  child.kill(signal);
}
