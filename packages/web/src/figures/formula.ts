import katex from "katex";

/** How often macros may be replaced in a formula, and the largest size that it may ask for, in em. */
const bounds = { maxExpand: 200, maxSize: 10 };

/**
 * A formula of TeX as MathML, which browsers set by themselves: no stylesheet, no font and no script come with it.
 *
 * @throws katex.ParseError for what is no formula
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
  return wrapped.slice(wrapped.indexOf("<math"), wrapped.lastIndexOf("</math>") + "</math>".length);
}
