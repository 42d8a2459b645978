import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** The most controls that lie before one that is looked for: more would be too far for people. */
const mostSteps = 40;

/**
 * Moves the focus to a control by Tab alone, as somebody without a mouse does; what has the focus has to show it.
 *
 * @throws when Tab does not lead there
 */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await target.waitFor();
  const isThere = () => target.evaluate((element) => element.contains(document.activeElement));
  for (let step = 0; step < mostSteps && !(await isThere()); step += 1) await page.keyboard.press(key);
  expect(await isThere(), `Tab leads to ${target}`).toBe(true);
  expect(await page.evaluate(showsFocus), `${target} shows the focus`).toBe(true);
}

/** Goes to a control by Tab and presses a key there. */
export async function pressOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Runs in the page. A field for text shows where one writes by its cursor. */
function showsFocus(): boolean {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return false;
  if (element.isContentEditable || element.matches("textarea, input[type=text], input:not([type])"))
    return true;
  const { outlineStyle, boxShadow } = getComputedStyle(
    element.matches("[type=radio], [type=checkbox]") ? (element.closest("label") ?? element) : element,
  );
  const own = getComputedStyle(element);
  return outlineStyle !== "none" || own.outlineStyle !== "none" || boxShadow !== "none";
}
