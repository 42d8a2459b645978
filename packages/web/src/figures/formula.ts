import katex from "katex";
import { writeAlphabets } from "./math-alphabets.ts";

/** How often macros may be replaced in a formula, and the largest size that it may ask for, in em. */
const bounds = { maxExpand: 200, maxSize: 10 };

/**
 * A formula of TeX as MathML, which browsers set by themselves; with it comes a font at most.
 *
 * @throws katex.ParseError if it is not a formula
 */
export function renderFormula(source: string, display: boolean): string {
  const wrapped = katex.renderToString(source, {
    ...bounds,
    output: "mathml",
    displayMode: display,
    throwOnError: true,
    strict: "ignore",
    trust: false,
  });
  const markup = wrapped.slice(wrapped.indexOf("<math"), wrapped.lastIndexOf("</math>") + "</math>".length);
  return writeAlphabets(markup);
}
