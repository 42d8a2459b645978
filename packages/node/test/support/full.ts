/** Whether every input is tried, as `npm run test:all` does (CONTRIBUTING.md). */
export const isFull = Boolean(process.env.TEST_FULL);

/** @returns all of them in a full run, otherwise the first and each `step`-th after it */
export function everyNth<T>(all: readonly T[], step: number): T[] {
  return all.filter((_one, index) => isFull || index % step === 0);
}
