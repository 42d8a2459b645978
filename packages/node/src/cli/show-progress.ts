import { formatBytes } from "./format-amount.ts";
import type { Terminal } from "./terminal.ts";

const EVERY_MS = 200;
const QUIET_BYTES = 1024 * 1024;

/**
 * Passes bytes through and says now and then how far they are, where progress is wanted.
 * @param size bytes in all, where it is known
 */
export async function* showProgress(
  source: AsyncIterable<Uint8Array>,
  { terminal, label, size }: { terminal: Terminal; label: string; size: number | null },
): AsyncGenerator<Uint8Array> {
  let done = 0;
  let told = performance.now();
  try {
    for await (const chunk of source) {
      yield chunk;
      done += chunk.length;
      if (terminal.showsProgress && done > QUIET_BYTES && performance.now() - told >= EVERY_MS) {
        told = performance.now();
        terminal.status(`${label}  ${describe(done, size)}`);
      }
    }
  } finally {
    if (terminal.showsProgress) {
      terminal.status("");
    }
  }
}

function describe(done: number, size: number | null): string {
  return size === null
    ? formatBytes(done)
    : `${Math.floor((done / size) * 100)} %  ${formatBytes(done)} of ${formatBytes(size)}`;
}

/** Says now and then how far something is, of which one is told again and again. */
export function trackProgress(terminal: Terminal, label: string): (done: number, all: number) => void {
  let told = performance.now();
  return (done, all) => {
    if (!terminal.showsProgress || all < QUIET_BYTES || performance.now() - told < EVERY_MS) return;
    told = performance.now();
    terminal.status(`${label}  ${describe(done, all)}`);
  };
}
