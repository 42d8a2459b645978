import type { Page } from "playwright-core";

/** The language of a page. */
export type Language = "en" | "zh";

/** Three Latin words in a row are a sentence that a Chinese reader can't read; one sign is enough the other way. */
const foreign: Record<Language, RegExp> = {
  zh: /\p{Script=Latin}[\p{Script=Latin}'’-]*(?:[,.:;]? +\p{Script=Latin}[\p{Script=Latin}'’-]*){2,}/gu,
  en: /\p{Script=Han}+/gu,
};

/**
 * Finds what is written in another language.
 *
 * @param lines of a page, a mail or an answer
 * @param own the words of the owner and of visitors, who write in any language
 * @returns the lines with such a part
 */
export function findForeign(language: Language, lines: Iterable<string>, own: string): string[] {
  const owned = simplify(own);
  return [...new Set(lines)].filter((line) =>
    (line.match(foreign[language]) ?? []).some((part) => !owned.includes(simplify(part))),
  );
}

const simplify = (text: string) => text.replace(/[^\p{L}]+/gu, " ").trim();

/** The texts that a page shows and names: a line for each block and each attribute that is read aloud. */
export function readLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    // Code, what the owner types, and what says that it is in another language.
    const skipped =
      "code, pre, kbd, script, style, noscript, textarea, .cm-content, [lang]:not(html), option[lang]";
    const lines = new Map<Element, string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let block = node.parentElement;
      if (!block || block.closest(skipped) || !shown(block)) continue;
      while (block.parentElement && getComputedStyle(block).display === "inline") block = block.parentElement;
      lines.set(block, `${lines.get(block) ?? ""}${node.textContent ?? ""}`);
    }
    const named = [...document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")]
      .filter((element) => !element.closest(skipped) && shown(element))
      .flatMap((element) =>
        ["aria-label", "placeholder", "title", "alt"].map((name) => element.getAttribute(name) ?? ""),
      );
    return [document.title, ...lines.values(), ...named].map((line) => line.trim()).filter(Boolean);
  });
}
