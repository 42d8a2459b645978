import type { BrowserContext } from "playwright-core";

/** Counts what people click or touch in browsers, the keys that lead through a page, and the seconds of a journey. */
export function countClicks() {
  let clicks = 0;
  let keys = 0;
  let startedAt = performance.now();
  return {
    /** Counts in all pages that are opened in a browser from now on. */
    async watch(context: BrowserContext): Promise<void> {
      await context.exposeFunction("noteTestAct", (type: string) => {
        if (type === "pointerdown") clicks += 1;
        else keys += 1;
      });
      await context.addInitScript(() => {
        const note = (event: Event) => {
          // Letters that are typed into a field are its text.
          if (
            !event.isTrusted ||
            (event instanceof KeyboardEvent && event.key.length === 1 && !event.ctrlKey)
          )
            return;
          (globalThis as unknown as { noteTestAct(type: string): void }).noteTestAct(event.type);
        };
        for (const type of ["pointerdown", "keydown"])
          globalThis.addEventListener(type, note, { capture: true });
      });
    },
    /** Leaves out the time of what a test does beside the journey. @returns what it returns */
    async leaveOut<T>(act: () => Promise<T>): Promise<T> {
      const before = performance.now();
      try {
        return await act();
      } finally {
        startedAt += performance.now() - before;
      }
    },
    /** Begins again. @returns the clicks, keys and seconds since the last call */
    take(): { clicks: number; keys: number; seconds: number } {
      const seconds = (performance.now() - startedAt) / 1000;
      const taken = { clicks, keys, seconds };
      clicks = 0;
      keys = 0;
      startedAt = performance.now();
      return taken;
    },
  };
}
