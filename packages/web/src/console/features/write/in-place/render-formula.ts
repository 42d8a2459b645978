import { sanitise } from "#sanitiser";
import { renderFormula } from "../../../../figures/formula.ts";
import { allowedMarkup } from "../../../../markdown/allowed-markup.ts";

/** A formula as MathML that is safe to put into the page. @throws katex.ParseError if it is not a formula */
export function renderSafeFormula(source: string, display: boolean): string {
  return sanitise(renderFormula(source, display), allowedMarkup);
}
