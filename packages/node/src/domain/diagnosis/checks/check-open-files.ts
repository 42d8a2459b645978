import { readFile } from "node:fs/promises";
import { type Check, failed, ok, skipped, warning } from "../check.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";
import { say } from "../sentence.ts";

export const checkOpenFiles: Check = {
  id: "machine.open-files",
  area: "machine",
  about: "How many files and connections this process may have open (`ulimit -n`)",
  warns: "fewer than 4,096",
  fails: "fewer than 256",
  needs: [],
  timeLimitMs: 2_000,
  async look() {
    const table = await readFile("/proc/self/limits", "utf8").catch(() => null);
    const limit = table === null ? null : parseOpenFiles(table);
    if (limit === null) return skipped(say`This system does not say how many files a process may have open.`);
    const told =
      limit === Number.POSITIVE_INFINITY
        ? say`This process may have any number of files and connections open.`
        : say`This process may have ${limit} files and connections open.`;
    const advice = say`Raise it where the node is started: LimitNOFILE=65536 in a systemd unit, \`ulimit -n 65536\` in a shell.`;
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
