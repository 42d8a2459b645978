import { statfs } from "node:fs/promises";
import { type Check, type Finding, failed, ok, skipped, warning } from "../check.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";
import { say } from "../sentence.ts";

const low = { bytes: limits.diskLowBytes, share: 0.1 };
const empty = { bytes: limits.diskEmptyBytes, share: 0.01 };

/** Room on a file system; files are 0 where it has no such limit. */
export interface Room {
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
  async look({ config }) {
    const facts = await statfs(config.dataDir).catch(() => null);
    if (!facts) return skipped(say`There is no folder ${config.dataDir} yet.`);
    const { blocks, bavail, bsize, files, ffree } = facts;
    const room = { bytes: blocks * bsize, freeBytes: bavail * bsize, files, freeFiles: ffree };
    return judgeRoom(room, config.dataDir);
  },
};

export function judgeRoom(room: Room, folder: string): Finding {
  const { bytes, freeBytes, files, freeFiles } = room;
  const filesAreLow = (share: number) => files > 0 && freeFiles < files * share;
  const isLow = ({ bytes: least, share }: typeof low) =>
    freeBytes < least || freeBytes < bytes * share || filesAreLow(share);
  const [free, all] = [(freeBytes / 1e9).toFixed(1), (bytes / 1e9).toFixed(1)];
  const told =
    files > 0
      ? say`${free} of ${all} GB and ${freeFiles} of ${files} files are free at ${folder}.`
      : say`${free} of ${all} GB and any number of files are free at ${folder}.`;
  const advice = say`Make room on that disk, or move the data folder to a larger one (FREEHOLD_DATA).`;
  if (isLow(empty)) return failed(told, advice);
  return isLow(low) ? warning(told, advice) : ok(told);
}
