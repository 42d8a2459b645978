/** Times and sizes of a piece of work for a quarter, a half and all of a text. */
export interface Measured {
  readonly length: number;
  readonly ms: readonly number[];
  readonly sizes: readonly number[];
  /** Nothing, or which of both grows by more than three for a doubling. */
  readonly fault: "time" | "output" | "multiple" | null;
}

/** Work that takes less for the longest text makes nobody wait, and can't be told from noise. */
const bearableMs = 25;
const steepest = 3;
/** Characters of output that may come of any text, and for each character of it. */
const outputAnyway = 192 * 1_024;
const outputMultiple = 24;
/** A quadratic one is steep each time; what another process did meanwhile is not there another time. */
const attempts = 5;

/**
 * Gives a piece of work texts of a growing length, until it takes long enough to be measured or the text is as long as it may
 * be; then compares a quarter, a half and all of it.
 */
export async function measure(
  work: (text: string) => unknown,
  make: (length: number) => string,
  longest: number,
): Promise<Measured> {
  let length = Math.min(2_048, longest);
  let last = await run(work, make(length));
  while (length < longest && last.ms < bearableMs) {
    length = Math.min(longest, length * 4);
    last = await run(work, make(length));
  }
  if (last.size > outputMultiple * length + outputAnyway)
    return { length, ms: [last.ms], sizes: [last.size], fault: "multiple" };
  if (last.ms < bearableMs && last.size < outputAnyway)
    return { length, ms: [last.ms], sizes: [last.size], fault: null };
  return await compare(work, make, length);
}

async function compare(
  work: (text: string) => unknown,
  make: (length: number) => string,
  length: number,
): Promise<Measured> {
  const texts = [length / 4, length / 2, length].map((part) => make(Math.floor(part)));
  const ms = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let sizes: number[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    sizes = [];
    for (const [index, text] of texts.entries()) {
      const one = await run(work, text);
      ms[index] = Math.min(ms[index] ?? 0, one.ms);
      sizes.push(one.size);
    }
    const isSlow = isSteep(ms, bearableMs);
    const fault = isSteep(sizes, outputAnyway) ? "output" : isSlow ? "time" : null;
    if (fault !== "time" || attempt === attempts - 1) return { length, ms, sizes, fault };
  }
  throw new Error("Unreachable.");
}

/** Whether both doublings more than tripled it, and all of it is more than is bearable. */
function isSteep([quarter = 0, half = 0, all = 0]: readonly number[], bearable: number): boolean {
  return all > bearable && half > steepest * quarter && all > steepest * half;
}

/** Milliseconds of processor time of this thread, and the size of what came out. */
async function run(work: (text: string) => unknown, text: string): Promise<{ ms: number; size: number }> {
  const since = process.threadCpuUsage();
  const result = await work(text);
  const { user, system } = process.threadCpuUsage(since);
  return { ms: (user + system) / 1_000, size: sizeOf(result) };
}

/** The characters and bytes in a result: in objects, lists, maps and sets. A text counts as often as it is there. */
function sizeOf(result: unknown): number {
  let size = 0;
  const left = [result];
  const seen = new Set<unknown>();
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === "object" && one !== null) {
      if (seen.has(one)) continue;
      seen.add(one);
    }
    if (typeof one === "string") size += one.length;
    else if (ArrayBuffer.isView(one)) size += one.byteLength;
    else if (one instanceof Map) for (const pair of one) left.push(...pair);
    else if (Array.isArray(one) || one instanceof Set) for (const part of one) left.push(part);
    else if (typeof one === "object" && one !== null) for (const part of Object.values(one)) left.push(part);
  }
  return size;
}
