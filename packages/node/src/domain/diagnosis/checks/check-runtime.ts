import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { isRecoveryNative } from "../../../peers/recover.ts";
import { type Check, failed, ok, warning } from "../check.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";
import { say } from "../sentence.ts";

const MiB = 1024 * 1024;

export const checkRuntime: Check = {
  id: "machine.node",
  area: "machine",
  about: "The version of Node.js, and how much memory the process may take",
  warns: "it may take less than 256 MiB, or its heap may grow beyond what the machine gives it",
  fails: "Node.js is older than version 24",
  needs: [],
  timeLimitMs: 1_000,
  async look() {
    const version = process.versions.node;
    if (Number(version.split(".", 1)[0]) < 24) {
      return failed(
        say`This is Node.js ${version}.`,
        say`Start the node with Node.js 24 or newer (\`npm start\` does).`,
      );
    }
    const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
    const heap = getHeapStatistics().heap_size_limit;
    const told = say`Node.js ${version}, ${inMiB(memory)} of memory, a heap of up to ${inMiB(heap)}.`;
    if (memory < limits.memoryBytes)
      return warning(told, say`Give the process ${inMiB(limits.memoryBytes)} of memory or more.`);
    if (heap > memory) {
      const half = Math.round(memory / 2 / MiB);
      return warning(
        told,
        say`Set NODE_OPTIONS=--max-old-space-size=${half}, so that the heap stays within the memory.`,
      );
    }
    return ok(told);
  },
};

export const checkRecovery: Check = {
  id: "machine.recovery",
  area: "machine",
  about:
    "What recovers signers from signatures: the native library, or WASM where that has no build for the machine",
  warns: null,
  fails: null,
  needs: [],
  timeLimitMs: 1_000,
  async look() {
    return ok(
      isRecoveryNative
        ? say`The native library recovers signers.`
        : say`WASM recovers signers, about half as fast as the native library, which has no build for this machine. Nothing needs to be done.`,
    );
  },
};

function inMiB(bytes: number): string {
  return `${Math.round(bytes / MiB)} MiB`;
}
