import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, takeScreenshot, type Visitor, widths } from "./browser.ts";

/** Who looks at every page: somebody in the dark with a phone, and somebody in the light at a desktop. */
export const everybody = [
  { size: "phone", width: widths.phone, theme: "dark" },
  { size: "desktop", width: widths.desktop, theme: "light" },
] as const satisfies readonly (Visitor & { size: keyof typeof widths })[];

/**
 * Looks at what a page shows as each of `everybody` has it, as when a window is made narrow and a reader's system turns dark:
 * fails where somebody could not use it, or where it is wider than the window. The page is at its own width in the end.
 *
 * @param name of the screenshots, where they are wanted: of both themes at both widths; the theme and the size follow
 * @param excused see `expectAccessible`
 */
export async function expectForEverybody(
  page: Page,
  name: string,
  excused: readonly string[] = [],
): Promise<void> {
  await hasCome(page);
  const own = page.viewportSize() ?? { width: widths.desktop, height: 800 };
  // Its own width last: what is open there stays so.
  const looks = own.width === widths.phone ? [...everybody].reverse() : everybody;
  for (const { size, width, theme } of looks) {
    await page.setViewportSize({ ...own, width });
    if (process.env.TEST_SCREENSHOTS) {
      const other = theme === "dark" ? "light" : "dark";
      await page.emulateMedia({ colorScheme: other });
      await takeScreenshot(page, `${name}-${other}-${size}`);
    }
    await page.emulateMedia({ colorScheme: theme });
    await takeScreenshot(page, `${name}-${theme}-${size}`);
    await expectAccessible(page, { excused });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([name, size, tooWide]).toEqual([name, size, 0]);
  }
}

/** Waits until no part of a page says that it is still on its way. */
export async function hasCome(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
}
