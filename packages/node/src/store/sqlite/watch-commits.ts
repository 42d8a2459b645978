import { watch } from "node:fs";

// Times after a write to the log at which its commit is looked for (ms); a disk takes its time to sync.
const looksAfterMs = [1, 10, 100, 1_000];

/**
 * Watches the log of a SQLite database for commits of other processes. The log is written before its commit can be seen,
 * so that it is looked for several times. Where the system can't watch files, nothing is seen.
 *
 * @param readForeign a number that differs after each commit of another process; null while it can't be read
 */
export function watchCommits(
  log: string,
  readForeign: () => number | null,
  onCommit: () => void,
): AsyncDisposable {
  let last = readForeign();
  let timer: NodeJS.Timeout | null = null;
  let isWritten = false;

  function lookAfter([ms, ...rest]: readonly number[]): void {
    if (ms === undefined) {
      timer = null;
      if (isWritten) begin();
      return;
    }
    timer = setTimeout(() => {
      const foreign = readForeign();
      if (foreign === null || foreign === last) return lookAfter(rest);
      last = foreign;
      onCommit();
      lookAfter([]);
    }, ms).unref();
  }

  function begin(): void {
    isWritten = timer !== null;
    if (timer === null) lookAfter(looksAfterMs);
  }

  const watcher = tryWatch(log, begin);
  return {
    async [Symbol.asyncDispose]() {
      if (timer) clearTimeout(timer);
      watcher?.close();
    },
  };
}

function tryWatch(file: string, onWrite: () => void) {
  try {
    const watcher = watch(file, { persistent: false }, onWrite);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}
