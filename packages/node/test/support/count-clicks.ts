import type { BrowserContext } from "playwright-core";

/** Counts what people click in browsers, and the seconds of a journey. */
export function countClicks() {
  let clicks = 0;
  let startedAt = performance.now();
  return {
    /** Counts in all pages that are opened in a browser from now on. */
    async watch(context: BrowserContext): Promise<void> {
      await context.exposeFunction("noteTestClick", () => {
        clicks += 1;
      });
      await context.addInitScript(() => {
        const note = (event: Event) => {
          if (event.isTrusted) (globalThis as unknown as { noteTestClick(): void }).noteTestClick();
        };
        globalThis.addEventListener("click", note, { capture: true });
      });
    },
    /** Begins anew. @returns the clicks and seconds since the last call */
    take(): { clicks: number; seconds: number } {
      const seconds = (performance.now() - startedAt) / 1000;
      const taken = { clicks, seconds };
      clicks = 0;
      startedAt = performance.now();
      return taken;
    },
  };
}
