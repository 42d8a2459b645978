/** Many times, counted in slots: ms. */
export interface Times {
  add(at: number): void;
  readonly count: number;
  /** The time by which a share of them had happened. @param share 0 to 1 */
  quantile(share: number): number;
  /** The most of them in one second. */
  mostInASecond(): number;
}

const slotMs = 10;

export function createTimes(): Times {
  let counts = new Uint32Array(1_024);
  let count = 0;
  return {
    add(at) {
      const slot = Math.floor(at / slotMs);
      if (slot >= counts.length) {
        const larger = new Uint32Array(2 * slot);
        larger.set(counts);
        counts = larger;
      }
      counts[slot] = (counts[slot] ?? 0) + 1;
      count += 1;
    },
    get count() {
      return count;
    },
    quantile(share) {
      let left = Math.ceil(share * count);
      const slot = counts.findIndex((found) => {
        left -= found;
        return left <= 0;
      });
      return (slot + 1) * slotMs;
    },
    mostInASecond() {
      const window = 1_000 / slotMs;
      let [most, now] = [0, 0];
      for (let slot = 0; slot < counts.length; slot += 1) {
        now += (counts[slot] ?? 0) - (counts[slot - window] ?? 0);
        most = Math.max(most, now);
      }
      return most;
    },
  };
}
