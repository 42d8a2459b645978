import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** The most stops of the Tab key in one view. */
const mostStops = 300;

/** The least side of a target, CSS pixels: WCAG 2.5.8 for a mouse, and the least for a finger. */
export const leastTarget = { mouse: 24, finger: 44 } as const;

interface Stop {
  /** The place of the element in its page. */
  readonly number: number;
  readonly problems: readonly string[];
}

/**
 * Walks through a page by Tab, and back from its last stop by Shift+Tab.
 *
 * @returns what somebody without a mouse would miss: a focus that is not seen, covered or outside of the open dialog, no way on or back
 */
export async function walkByTab(page: Page): Promise<string[]> {
  const problems: string[] = [];
  const stops: number[] = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(readStop);
    // Behind the last control the focus leaves the page; in a dialog it begins again.
    if (stop === null || stops.includes(stop.number)) break;
    problems.push(...stop.problems);
    stops.push(stop.number);
    if (stops.length === mostStops) return [...problems, "Tab leads to no end"];
  }
  if (stops.length < 2) return problems;
  await page.keyboard.press("Shift+Tab");
  const last = await page.evaluate(readStop);
  await page.keyboard.press("Shift+Tab");
  const before = await page.evaluate(readStop);
  if (last === null && before === null) problems.push("Shift+Tab leads nowhere");
  return problems;
}

/** Runs in the page. @returns null where nothing has the focus */
function readStop(): Stop | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const known = globalThis as { stops?: HTMLElement[] };
  known.stops ??= [];
  if (!known.stops.includes(element)) known.stops.push(element);
  const isTick = element.matches("[type=checkbox], [type=radio]");
  const shown = isTick ? (element.closest("label") ?? element) : element;
  const name = `${element.tagName} “${(element.ariaLabel ?? element.textContent).trim().slice(0, 40)}”`;
  // A field shows where one writes by its cursor, a page within this one has a focus of its own, and a heading has it where a view opens.
  const isWritten =
    element.tabIndex < 0 ||
    element.isContentEditable ||
    element.matches("iframe, textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])");
  const isSeen = [element, shown, element.nextElementSibling].some((one) => {
    if (one === null) return false;
    const { outlineStyle, boxShadow } = getComputedStyle(one);
    return outlineStyle !== "none" || boxShadow !== "none";
  });
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const middle = {
    x: Math.min(innerWidth - 1, Math.max(0, (left + right) / 2)),
    y: Math.min(innerHeight - 1, Math.max(0, (top + bottom) / 2)),
  };
  const above = document.elementFromPoint(middle.x, middle.y);
  const isCovered = above !== null && !shown.contains(above) && !above.contains(element);
  const dialog = document.querySelector("dialog:modal");
  const problems = [
    isSeen || isWritten ? "" : "does not show the focus",
    isCovered ? "is covered" : "",
    bottom < 0 || top > innerHeight ? "is outside of the window" : "",
    element.tabIndex > 0 ? "has an order of its own" : "",
    dialog && !dialog.contains(element) ? "is behind the dialog" : "",
  ];
  const found = problems.filter((problem) => problem !== "").map((problem) => `${name} ${problem}`);
  return { number: known.stops.indexOf(element), problems: found };
}

/**
 * Opens what a button opens by Enter, and closes a panel or a form by Escape, a part of the page below its button by Enter; the focus
 * has to be on the button again.
 */
export async function openAndLeave(page: Page, opener: Locator): Promise<void> {
  const isOpen = () => opener.evaluate((one) => one.ariaExpanded === "true");
  await opener.focus();
  await page.keyboard.press("Enter");
  const name = await opener.evaluate((one) => one.ariaLabel ?? one.textContent);
  await expect.poll(isOpen, { message: `Enter opens ${name}` }).toBe(true);
  const isBack = () => opener.evaluate((one) => one === document.activeElement);
  const isPart = (await opener.getAttribute("aria-controls")) !== null;
  // A dialog or menu takes the focus when it has come; a part of the page leaves it at its button.
  await expect.poll(isBack, { message: `the focus is on ${name}` }).toBe(isPart);
  await page.keyboard.press(isPart ? "Enter" : "Escape");
  await expect.poll(isOpen, { message: `Escape closes ${name}` }).toBe(false);
  await expect.poll(isBack, { message: `the focus is back on ${name}` }).toBe(true);
}

/** The controls that are smaller than `least`, without links inside of a sentence and the text of the editor. */
export function findSmallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate(readSmallTargets, least);
}

/** Runs in the page. */
function readSmallTargets(least: number): string[] {
  const isInText = (element: HTMLElement) =>
    element.matches("a:not([class])") && getComputedStyle(element).display === "inline";
  const small: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>("a[href], button, summary, input, select")) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest(".cm-editor, .prose") || (least > 24 && isInText(element))) continue;
    const tick = element.matches("[type=checkbox], [type=radio]") ? element.closest("label") : null;
    const { width, height } = (tick ?? element).getBoundingClientRect();
    const after = getComputedStyle(element, "::after");
    // The ground of a link may be larger than its words.
    const more = after.position === "absolute" ? -2 * Math.min(0, Number.parseFloat(after.top)) : 0;
    if (width === 0 || (width >= least - 0.5 && height + more >= least - 0.5)) continue;
    small.push(
      `${element.tagName}.${element.className} “${(element.ariaLabel ?? element.textContent).trim().slice(0, 40)}” ${Math.round(width)} × ${Math.round(height)}`,
    );
  }
  return small;
}
