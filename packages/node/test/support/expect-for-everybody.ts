import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, takeScreenshot, type Visitor, widths } from "./browser.ts";

/** Who looks at every page: somebody in the dark with a phone, and somebody in the light at a desktop. */
export const everybody = [
  { size: "phone", width: widths.phone, theme: "dark" },
  { size: "desktop", width: widths.desktop, theme: "light" },
] as const satisfies readonly (Visitor & { size: keyof typeof widths })[];

/** Of whom each reads in a language of their own, where every word is somebody's: the longer ones have less room. */
export const languages = { phone: "en-GB", desktop: "zh-CN" } as const;

/**
 * Looks at what a page shows in the theme that it has, and in the other one, as when a reader's system turns over: keeps
 * a screenshot of each, and fails where somebody could not use it, or where it is wider than the window. The other theme
 * stays: the next page is loaded in it.
 *
 * @param name of the screenshots; the theme and the size follow
 */
export async function expectForEverybody(page: Page, name: string): Promise<void> {
  await hasCome(page);
  const size = page.viewportSize()?.width === widths.phone ? "phone" : "desktop";
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  for (const colorScheme of isDark ? (["dark", "light"] as const) : (["light", "dark"] as const)) {
    await page.emulateMedia({ colorScheme });
    await takeScreenshot(page, `${name}-${colorScheme}-${size}`);
    await expectAccessible(page);
  }
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect([name, tooWide]).toEqual([name, 0]);
}

/** Waits until no part of a page says that it is still on its way. */
export async function hasCome(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
}
