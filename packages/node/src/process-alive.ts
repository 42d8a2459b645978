import { hostname } from "node:os";

/** This machine's name, as it is part of the names of files. */
export const hostForNames = hostname().replaceAll(/[^A-Za-z0-9-]/g, "-");

/**
 * Whether another process with that number is there. This very process is none: one before it had the same number,
 * as the first process of a container always has.
 */
export function isOtherLiveProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
