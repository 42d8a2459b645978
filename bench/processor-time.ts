import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";

/** The main process of PostgreSQL, the parent of all others. */
export async function findPostmaster(databaseUrl: string): Promise<number> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const { rows } = await database.query<{ pid: number }>("select pg_backend_pid() as pid");
    return Number(readStat(rows[0]?.pid ?? 0)[1]);
  } finally {
    await database.end();
  }
}

/** The processor time (ms) of a PostgreSQL server with all its processes, also those that ended. */
export function readPostgresCpu(postmaster: number): number {
  return childrenOf(postmaster).reduce((sum, pid) => sum + readCpu(pid), readCpu(postmaster, true));
}

/**
 * The processor time of a process (ms), in steps of 10.
 *
 * @param withEnded adds the time of its children that ended
 */
export function readCpu(pid: number, withEnded = false): number {
  const times = readStat(pid).slice(11, withEnded ? 15 : 13);
  // The kernel counts in hundredths of a second.
  return times.reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}

/** The child processes of a process. */
export function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").map(Number);
  return pids.filter((pid) => pid > 0 && readStat(pid)[1] === String(parent));
}

/** The fields of `/proc/PID/stat` from the state on; none for a process that has gone. */
function readStat(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    return [];
  }
}
