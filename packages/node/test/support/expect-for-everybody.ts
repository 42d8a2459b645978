import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, takeScreenshot, type Visitor, widths } from "./browser.ts";
import { isFull } from "./full.ts";

/** Who looks at every page: somebody in the dark with a phone, and somebody in the light at a desktop. */
export const everybody = [
  { size: "phone", width: widths.phone, theme: "dark" },
  { size: "desktop", width: widths.desktop, theme: "light" },
] as const satisfies readonly (Visitor & { size: keyof typeof widths })[];

/**
 * Checks a page in both widths and both themes: fails if somebody could not use it, or if it is wider than the window. Most rules
 * of access do not depend on the width: outside of a full run they are checked in the last look alone. At the end the page has its
 * own width again.
 *
 * @param name of the screenshots, if they are taken; the theme and the size are added to it
 * @param excused see `expectAccessible`
 */
export async function expectForEverybody(
  page: Page,
  name: string,
  excused: readonly string[] = [],
): Promise<void> {
  await hasCome(page);
  const own = page.viewportSize() ?? { width: widths.desktop, height: 800 };
  // Its own width last, so that open menus stay open.
  const looks = own.width === widths.phone ? [...everybody].reverse() : everybody;
  for (const [at, { size, width, theme }] of looks.entries()) {
    await page.setViewportSize({ ...own, width });
    if (process.env.TEST_SCREENSHOTS) {
      const other = theme === "dark" ? "light" : "dark";
      await page.emulateMedia({ colorScheme: other });
      await takeScreenshot(page, `${name}-${other}-${size}`);
    }
    await page.emulateMedia({ colorScheme: theme });
    await takeScreenshot(page, `${name}-${theme}-${size}`);
    if (isFull || at === looks.length - 1) await expectAccessible(page, { excused });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([name, size, tooWide]).toEqual([name, size, 0]);
  }
}

/** Waits until no part of a page says that it is still on its way. */
export async function hasCome(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
}
