/** A sleep that can be cut short. A ring while nobody sleeps cuts the next sleep short, so that none is lost. */
export interface Alarm {
  ring(): void;
  /** Resolves after so many milliseconds of real time, or at the next ring. */
  sleep(ms: number): Promise<void>;
}

export function createAlarm(): Alarm {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async sleep(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      wake = null;
    },
  };
}
