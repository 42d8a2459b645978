import { readdirSync, readFileSync } from "node:fs";

const lookMs = 200;

/** The memory of processes, while somebody looks. */
export interface MemoryWatch extends Disposable {
  /** The most bytes that they held together since the last call. */
  takePeak(): number;
}

/**
 * Looks again and again at the memory of all processes that this one starts from now on, and of those that they start. Memory that
 * several share counts once, as in a machine (`Pss`). For Linux.
 */
export function watchMemory(): MemoryWatch {
  const before = new Set(listChildren(process.pid));
  let peak = 0;
  const look = () => {
    const started = listChildren(process.pid).filter((pid) => !before.has(pid));
    const bytes = started.flatMap(listTree).reduce((sum, pid) => sum + readMemory(pid), 0);
    peak = Math.max(peak, bytes);
  };
  const timer = setInterval(look, lookMs);
  return {
    takePeak() {
      look();
      const taken = peak;
      peak = 0;
      return taken;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

const listTree = (root: number): number[] => [root, ...listChildren(root).flatMap(listTree)];

/** Also those that threads of it started. */
function listChildren(parent: number): number[] {
  const threads = readOr([], () => readdirSync(`/proc/${parent}/task`));
  const ofThread = (thread: string) => readFileSync(`/proc/${parent}/task/${thread}/children`, "utf8");
  const texts = threads.map((thread) => readOr("", () => ofThread(thread)));
  return texts.flatMap((text) => text.split(" ").filter(Boolean)).map(Number);
}

function readMemory(pid: number): number {
  const text = readOr("", () => readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1_024;
}

/** A process may end while its files are read. */
function readOr<T>(missing: T, read: () => T): T {
  try {
    return read();
  } catch {
    return missing;
  }
}
