import { access, constants, readFile, stat, statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { isRecoveryNative } from "../../../peers/recover.ts";
import { type Check, type Finding, failed, msg, ok, skipped, warning } from "../check.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";

export const checkServer: Check = {
  id: "machine.server",
  area: "machine",
  about: "Whether the node's server answers on its own port of this machine",
  warns: null,
  fails: "nobody answers there, or another program or another data folder does",
  needs: ["tables", "probe"],
  timeLimitMs: 10_000,
  async run({ config, findServer }) {
    const place = `${config.host}:${config.port}`;
    switch (await findServer()) {
      case "running":
        return ok(msg`The node runs and answers at ${place}.`);
      case "silent":
        return failed(
          msg`Nobody answers at ${place}: the node is not running, so all that goes through it is skipped.`,
          msg`Start it (\`freehold start\`), or give this command the settings that it was started with.`,
        );
      case "somebody-else":
        return failed(
          msg`What answers at ${place} is not the node of ${config.dataDir}.`,
          msg`Stop the other program, or set FREEHOLD_PORT or FREEHOLD_DATA to what this node was started with.`,
        );
      case "unknown":
        return skipped(
          msg`Where the server listens is not known here: FREEHOLD_PORT is 0, or this is a worker.`,
        );
    }
  },
};

const MiB = 1024 * 1024;

export const checkRuntime: Check = {
  id: "machine.node",
  area: "machine",
  about: "The version of Node.js, and how much memory the process may take",
  warns: "it may take less than 256 MiB, or its heap may grow beyond what the machine gives it",
  fails: "Node.js is older than version 24",
  needs: [],
  timeLimitMs: 1_000,
  async run() {
    const version = process.versions.node;
    if (Number(version.split(".", 1)[0]) < 24) {
      return failed(
        msg`This is Node.js ${version}.`,
        msg`Start the node with Node.js 24 or newer (\`npm start\` does).`,
      );
    }
    const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
    const heap = getHeapStatistics().heap_size_limit;
    const told = msg`Node.js ${version}, ${inMiB(memory)} of memory, a heap of up to ${inMiB(heap)}.`;
    if (memory < limits.memoryBytes)
      return warning(told, msg`Give the process ${inMiB(limits.memoryBytes)} of memory or more.`);
    if (heap > memory) {
      const half = Math.round(memory / 2 / MiB);
      return warning(
        told,
        msg`Set NODE_OPTIONS=--max-old-space-size=${half}, so that the heap stays within the memory.`,
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
  async run() {
    return ok(
      isRecoveryNative
        ? msg`The native library recovers signers.`
        : msg`WASM recovers signers, about half as fast as the native library, which has no build for this machine. Nothing needs to be done.`,
    );
  },
};

function inMiB(bytes: number): string {
  return `${Math.round(bytes / MiB)} MiB`;
}

export const checkOpenFiles: Check = {
  id: "machine.open-files",
  area: "machine",
  about: "How many files and connections this process may have open (`ulimit -n`)",
  warns: "fewer than 4,096",
  fails: "fewer than 256",
  needs: [],
  timeLimitMs: 2_000,
  async run() {
    const table = await readFile("/proc/self/limits", "utf8").catch(() => null);
    const limit = table === null ? null : parseOpenFiles(table);
    if (limit === null) return skipped(msg`This system does not say how many files a process may have open.`);
    const told =
      limit === Number.POSITIVE_INFINITY
        ? msg`This process may have any number of files and connections open.`
        : msg`This process may have ${limit} files and connections open.`;
    const advice = msg`Raise it where the node is started: LimitNOFILE=65536 in a systemd unit, \`ulimit -n 65536\` in a shell.`;
    if (limit < limits.openFilesFew) return failed(told, advice);
    return limit < limits.openFilesLow ? warning(told, advice) : ok(told);
  },
};

/** The soft limit of `/proc/…/limits`, or null. */
export function parseOpenFiles(table: string): number | null {
  const soft = /^Max open files +(\d+|unlimited)/m.exec(table)?.[1];
  if (soft === undefined) return null;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

const lowSpace = { bytes: limits.diskLowBytes, share: 0.1 };
const noSpace = { bytes: limits.diskEmptyBytes, share: 0.01 };

/** Room on a file system; files are 0 where it has no such limit. */
export interface DiskSpace {
  readonly bytes: number;
  readonly freeBytes: number;
  readonly files: number;
  readonly freeFiles: number;
}

export const checkDisk: Check = {
  id: "machine.disk",
  area: "machine",
  about: "Room in the data folder: bytes, and files (inodes)",
  warns: "less than 1 GB or a tenth is free, or a tenth of the files",
  fails: "less than 100 MB or a hundredth is free, or a hundredth of the files",
  needs: [],
  beforeOwner: true,
  timeLimitMs: 5_000,
  async run({ config }) {
    const facts = await statfs(config.dataDir).catch(() => null);
    if (!facts) return skipped(msg`There is no folder ${config.dataDir} yet.`);
    const { blocks, bavail, bsize, files, ffree } = facts;
    const room = { bytes: blocks * bsize, freeBytes: bavail * bsize, files, freeFiles: ffree };
    return assessDiskSpace(room, config.dataDir);
  },
};

export function assessDiskSpace(room: DiskSpace, folder: string): Finding {
  const { bytes, freeBytes, files, freeFiles } = room;
  const filesAreLow = (share: number) => files > 0 && freeFiles < files * share;
  const isLow = ({ bytes: least, share }: typeof lowSpace) =>
    freeBytes < least || freeBytes < bytes * share || filesAreLow(share);
  const [free, all] = [(freeBytes / 1e9).toFixed(1), (bytes / 1e9).toFixed(1)];
  const told =
    files > 0
      ? msg`${free} of ${all} GB and ${freeFiles} of ${files} files are free at ${folder}.`
      : msg`${free} of ${all} GB and any number of files are free at ${folder}.`;
  const advice = msg`Make room on that disk, or move the data folder to a larger one (FREEHOLD_DATA).`;
  if (isLow(noSpace)) return failed(told, advice);
  return isLow(lowSpace) ? warning(told, advice) : ok(told);
}

const otherUsersMask = 0o077;

export const checkPermissions: Check = {
  id: "machine.permissions",
  area: "machine",
  about: "Who may read the data folder and the keystore, and whether this process may write there",
  warns: null,
  fails: "the data folder can't be written, or other users of the machine may read it or the keystore",
  needs: [],
  timeLimitMs: 5_000,
  async run({ config }) {
    const { dataDir, keystore } = config;
    if (!(await stat(dataDir).catch(() => null))) return skipped(msg`There is no folder ${dataDir} yet.`);
    const mayWrite = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!mayWrite) {
      return failed(
        msg`This process may not write into ${dataDir}.`,
        msg`Run the node as the user whom that folder belongs to, or change its owner (chown).`,
      );
    }
    for (const [path, mode] of [
      [dataDir, "700"],
      [keystore, "600"],
    ] as const) {
      const facts = await stat(path).catch(() => null);
      if (facts && process.platform !== "win32" && (facts.mode & otherUsersMask) !== 0) {
        return failed(
          msg`Other users of this machine may open ${path}.`,
          msg`Run \`chmod ${mode} ${path}\`.`,
        );
      }
    }
    return ok(msg`${dataDir} belongs to the node alone.`);
  },
};
