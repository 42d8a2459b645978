import { expect, test } from "vitest";
import { renderFormula } from "./formula.ts";

test.each([
  ["\\mathbb{R}", "<mi>ℝ</mi>"],
  ["\\mathbb{A}", "<mi>𝔸</mi>"],
  ["\\mathcal{L}", "<mi>ℒ</mi>"],
  ["\\mathfrak{g}", "<mi>𝔤</mi>"],
  ["\\mathbf{v}", "<mi>𝐯</mi>"],
  ["\\mathbf{1}", "<mn>𝟏</mn>"],
  ["\\mathrm{d}", '<mi mathvariant="normal">d</mi>'],
  ["x", "<mi>x</mi>"],
])("%s is written with characters that MathML Core shows", (source, markup) => {
  expect(renderFormula(source, false)).toContain(markup);
});
