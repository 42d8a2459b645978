import { describe, expect, test } from "vitest";
import { formulaToText } from "./formula-text.ts";
import { renderMarkdown } from "./render-markdown.ts";

describe("formulas as text", () => {
  test.each([
    ["E = mc^2", "E = mc²"],
    [String.raw`\frac{1}{2} mv^2`, "1/2 mv²"],
    [String.raw`\frac{a + b}{\sqrt{c}}`, "(a + b)/(√c)"],
    [String.raw`\sum_{i=1}^{n} x_i \leq \alpha`, "∑ᵢ₌₁ⁿ xᵢ ≤ α"],
    [String.raw`e^{i\pi} + 1 = 0`, "e^(iπ) + 1 = 0"],
    [String.raw`a\times b \to \infty`, "a × b → ∞"],
    [String.raw`\left( x \right)`, "(x)"],
    [String.raw`f : \mathbb{R} \to \mathbb{R}`, "f: ℝ → ℝ"],
    [String.raw`\sqrt[3]{x+1}`, "³√(x+1)"],
    [String.raw`\hat x \in \{1, 2\}`, "x\u0302 ∈ {1, 2}"],
    [String.raw`v_{\text{max}} = 50\%`, "vₘₐₓ = 50%"],
    [String.raw`\sin\theta`, "sin θ"],
    [String.raw`\sin^2 x + \log_2 n`, "sin² x + log₂ n"],
    [String.raw`\lim_{x\to 0}\frac{\sin x}{x}`, "lim_(x → 0) (sin x)/x"],
    [String.raw`\int_0^\infty e^{-x^2}\,dx`, "∫₀^∞ e^(-x²) dx"],
    // Without a space it would be 1/(2mv²).
    [String.raw`\tfrac{1}{2}mv^2`, "1/2 mv²"],
    [String.raw`\left. x \right|_{0}`, "x |₀"],
    [String.raw`P(A \mid B)`, "P(A | B)"],
    [String.raw`a\_b`, "a_b"],
  ])("%s is %s", (source, text) => {
    expect(formulaToText(source)).toBe(text);
  });

  test.each([
    String.raw`\begin{pmatrix} a & b \end{pmatrix}`,
    String.raw`\unknown{x}`,
    "x^",
    "{x",
    "x}",
    String.raw`\frac{1}`,
    String.raw`\sqrt[3`,
    "{".repeat(30),
    "\\hat".repeat(30),
  ])("%s has no such form", (source) => {
    expect(formulaToText(source)).toBeNull();
  });

  test("are read in bounded depth", () => {
    for (const part of ["{", "^", "\\hat", "\\frac"]) expect(formulaToText(part.repeat(10_000))).toBeNull();
  });

  test("stand in a text for programs; what has no such form is shown as its source", () => {
    const source =
      "Says $E = mc^2$ and $\\foo$.\n\n$$\n\\frac{a}{b} < 1\n$$\n\n```math\nx_1\n```\n\n$$\n\\foo\n$$";
    const { html } = renderMarkdown(source, { formulasAsText: true });
    expect(html).toContain("<p>Says E = mc² and <code>$\\foo$</code>.</p>");
    expect(html).toContain("<p>a/b &lt; 1</p>");
    expect(html).toContain("<p>x₁</p>");
    expect(html).toContain("$$\n\\foo\n$$");
    expect(renderMarkdown("$E = mc^2$").html).toContain("<code>$E = mc^2$</code>");
  });
});
