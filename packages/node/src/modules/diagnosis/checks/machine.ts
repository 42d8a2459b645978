import { readFile, statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { isRecoveryNative, MiB } from "@freehold/protocol/internal";
import { program } from "../../../config/program.ts";
import { type Finding, failed, ok, skipped, warning } from "../../../domain/check.ts";
import { readNewerVersion, releasesPage } from "../../../domain/newer-version.ts";
import { msg } from "../../../errors/errors.ts";
import { describeProgram } from "../../../startup/program-version.ts";
import { type NodeCheck, watchMs } from "../check-context.ts";
import { checkClock, checkClockJump } from "./clock.ts";
import { checkPermissions } from "./permissions.ts";
import { canServe, checkTlsFiles } from "./tls-files.ts";

const diskLowBytes = 1_000_000_000; // less room on the disk warns
const diskEmptyBytes = 100_000_000; // less room fails
const memoryBytes = 256 * MiB; // less memory warns
const openFilesLow = 4_096; // fewer files that may be open warn
const openFilesFew = 256; // fewer fail

const lowSpace = { bytes: diskLowBytes, share: 0.1 };
const noSpace = { bytes: diskEmptyBytes, share: 0.01 };

export const machineChecks: readonly NodeCheck[] = [
  {
    id: "machine.server",
    about: "Whether the node's server answers on its own port of this machine",
    fails: "it does not respond, or another program or data folder uses the port",
    needs: ["tables", "probe"],
    async run({ config, findServer }) {
      const address = `${config.host}:${config.port}`;
      switch (await findServer()) {
        case "running":
          return ok(msg`The node runs and responds at ${address}.`);
        case "silent":
          return failed(
            msg`${address} does not respond: the node is not running. Checks that need it are skipped.`,
            canServe(config)
              ? msg`Start it (\`${program} start\`), or run this command with the same settings.`
              : msg`Fix its certificate, then start it: see machine.certificate.`,
          );
        case "hangs":
          return failed(
            msg`A program takes connections at ${address} and does not respond.`,
            msg`If it is the node, restart it and check its log. If not, stop that program.`,
          );
        case "other":
          return failed(
            msg`The server at ${address} is not the node of ${config.dataDir}.`,
            msg`Stop the other program, or set FREEHOLD_PORT or FREEHOLD_DATA to what this node was started with.`,
          );
        case "unknown":
          return skipped(
            msg`The address of the server is not known here: FREEHOLD_PORT is 0, or this is a worker.`,
          );
      }
    },
  },
  {
    id: "machine.version",
    about:
      "The version of Freehold, and whether a newer one is out: the node asks `FREEHOLD_RELEASES_URL` once a week",
    warns: "a newer one is out",
    needs: ["tables"],
    async run({ config, store }) {
      if (config.releasesUrl === null) {
        return ok(
          msg`This is Freehold ${describeProgram()}. FREEHOLD_RELEASES_URL is off: you are not told of newer versions.`,
        );
      }
      const newer = await readNewerVersion({ config, store });
      if (newer === null) return ok(msg`This is Freehold ${describeProgram()}. There is no newer version.`);
      return warning(
        msg`Freehold ${newer} is available. This is ${describeProgram()}.`,
        msg`Make a backup, then upgrade. Release notes and instructions: ${releasesPage}`,
      );
    },
  },
  {
    id: "machine.node",
    about: "The version of Node.js, and how much memory the process may take",
    warns: "it may take less than 256 MiB, or its heap may grow beyond what the machine gives it",
    fails: "Node.js is older than version 24",
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
      const finding = msg`Node.js ${version}, ${inMiB(memory)} of memory, a heap of up to ${inMiB(heap)}.`;
      if (memory < memoryBytes)
        return warning(finding, msg`Give the process at least ${inMiB(memoryBytes)} of memory.`);
      if (heap <= memory) return ok(finding);
      const half = Math.round(memory / 2 / MiB);
      return warning(
        finding,
        msg`Start Node.js with --max-old-space-size=${half} (in a service, in its ExecStart), so that the heap stays within the memory.`,
      );
    },
  },
  {
    id: "machine.recovery",
    about:
      "The library that recovers signers from signatures: native, or WASM where there is no native build for the machine",
    async run() {
      return ok(
        isRecoveryNative
          ? msg`Signature checks use the native library.`
          : msg`Signature checks use WASM, about half as fast as the native library, which has no build for this machine. You don't need to do anything.`,
      );
    },
  },
  {
    id: "machine.open-files",
    about: "The number of files and connections that this process may have open (`ulimit -n`)",
    warns: "fewer than 4,096",
    fails: "fewer than 256",
    async run() {
      const limit = parseOpenFiles(await readFile("/proc/self/limits", "utf8").catch(() => ""));
      if (limit === null)
        return skipped(msg`This system does not report how many files a process can have open.`);
      const finding =
        limit === Number.POSITIVE_INFINITY
          ? msg`This process can have any number of files and connections open.`
          : msg`This process can have ${limit} files and connections open.`;
      if (limit >= openFilesLow) return ok(finding);
      const assess = limit < openFilesFew ? failed : warning;
      return assess(
        finding,
        msg`Raise the limit where the node is started: LimitNOFILE=65536 in a systemd unit, \`ulimit -n 65536\` in a shell.`,
      );
    },
  },
  {
    id: "machine.disk",
    watchedEveryMs: watchMs,
    about: "Room in the data folder: bytes, and files (inodes)",
    warns: "less than 1 GB or a tenth is free, or a tenth of the files",
    fails: "less than 100 MB or a hundredth is free, or a hundredth of the files",
    beforeOwner: true,
    async run({ config }) {
      const found = await statfs(config.dataDir).catch(() => null);
      if (!found) return skipped(msg`There is no folder ${config.dataDir} yet.`);
      const { blocks, bavail, bsize, files, ffree } = found;
      const space = { bytes: blocks * bsize, freeBytes: bavail * bsize, files, freeFiles: ffree };
      return assessDiskSpace(space, config.dataDir);
    },
  },
  checkPermissions,
  checkTlsFiles,
  checkClock,
  checkClockJump,
];

function inMiB(bytes: number): string {
  return `${Math.round(bytes / MiB)} MiB`;
}

/** The soft limit in the text of `/proc/…/limits`, or null. */
export function parseOpenFiles(table: string): number | null {
  const soft = /^Max open files +(\d+|unlimited)/m.exec(table)?.[1];
  if (soft === undefined) return null;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

/** Space on a file system; `files` is 0 if it does not limit their number. */
export interface DiskSpace {
  readonly bytes: number;
  readonly freeBytes: number;
  readonly files: number;
  readonly freeFiles: number;
}

export function assessDiskSpace(space: DiskSpace, folder: string): Finding {
  const { bytes, freeBytes, files, freeFiles } = space;
  const isBelow = ({ bytes: least, share }: typeof lowSpace) =>
    freeBytes < least || freeBytes < bytes * share || (files > 0 && freeFiles < files * share);
  const [free, all] = [describeRoom(freeBytes), describeRoom(bytes)];
  const finding =
    files > 0
      ? msg`${free} of ${all} and ${freeFiles} of ${files} files are free at ${folder}.`
      : msg`${free} of ${all} and any number of files are free at ${folder}.`;
  if (!isBelow(lowSpace)) return ok(finding);
  const assess = isBelow(noSpace) ? failed : warning;
  return assess(
    finding,
    msg`Free some space on that disk, or move the data folder to a larger one (FREEHOLD_DATA). Deleted posts and files use space for 30 days, unless you empty the trash.`,
  );
}

const describeRoom = (bytes: number) =>
  bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
