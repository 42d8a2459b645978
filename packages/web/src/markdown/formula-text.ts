/** Names of TeX and the characters that readers know them by. Operators and relations have spaces around them. */
const letters = `alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν
  xi ξ pi π rho ρ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ
  Upsilon Υ Phi Φ Psi Ψ Omega Ω infty ∞ partial ∂ nabla ∇ ell ℓ hbar ℏ Re ℜ Im ℑ aleph ℵ emptyset ∅ varnothing ∅ forall ∀ exists ∃ neg ¬ lnot ¬
  ldots … dots … cdots ⋯ prime ′ circ ∘ degree ° angle ∠ triangle △ langle ⟨ rangle ⟩
  lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lvert | rvert | vert | Vert ‖ lVert ‖ rVert ‖ top ⊤ bot ⊥ dagger † star ⋆ bullet •`;
const operators = `times × cdot · div ÷ pm ± mp ∓ ast ∗ cup ∪ cap ∩ setminus ∖ oplus ⊕ otimes ⊗ wedge ∧ land ∧ vee ∨ lor ∨ leq ≤ le ≤ geq ≥ ge ≥
  neq ≠ ne ≠ approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ ll ≪ gg ≫ in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ to →
  rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ implies ⇒ Leftarrow ⇐ Leftrightarrow ⇔ iff ⇔ mapsto ↦ perp ⊥ parallel ∥ vdash ⊢ models ⊨ mid |`;
const large = `sum ∑ prod ∏ int ∫ iint ∬ oint ∮ bigcup ⋃ bigcap ⋂`;
const named = `sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim sup inf max min det dim ker gcd arg deg Pr`;

const characters: ReadonlyMap<string, string> = new Map([
  ...pairs(letters),
  ...pairs(operators).map(([name, sign]) => [name, ` ${sign} `] as const),
  ...pairs(large).map(([name, sign]) => [name, `${sign} `] as const),
  ...named.split(" ").map((name) => [name, `${name} `] as const),
  ...[...",;: "].map((sign) => [sign, " "] as const),
  ...[..."{}%$&#_"].map((sign) => [sign, sign] as const),
  ...["quad", "qquad"].map((name) => [name, "  "] as const),
  ...["!", "displaystyle", "textstyle", "limits", "nolimits", "big", "Big"].map(
    (name) => [name, ""] as const,
  ),
]);

const raised = new Map(zip("0123456789+-=()nij′∘*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱʲ′°*"));
const lowered = new Map(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"));
const doubled = new Map(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ"));
const accents = new Map([...pairs("hat \u0302 bar \u0304 vec \u20d7 tilde \u0303 dot \u0307 ddot \u0308")]);
const fractions = new Set(["frac", "dfrac", "tfrac"]);
const upright = new Set([
  "text",
  "textrm",
  "textbf",
  "mathrm",
  "mathbf",
  "mathit",
  "mathcal",
  "operatorname",
]);

const deepest = 20; // groups within each other

/** A reader of a formula's parts, which remembers where it is. */
interface Reader {
  readonly parts: readonly string[];
  at: number;
  depth: number;
}

/**
 * A formula of TeX as a line of text, for programs that set none (mail, feed readers): `\frac{1}{2} mc^2` is `1/2 mc²`.
 *
 * @returns null for a formula with something that has no such form, such as a matrix
 */
export function formulaToText(source: string): string | null {
  const parts = source.match(/\\[a-zA-Z]+\s*|\\.|\s+|./gsu) ?? [];
  const reader: Reader = { parts, at: 0, depth: 0 };
  const text = readRun(reader);
  if (text === null || reader.at < parts.length) return null;
  return text
    .replace(/\s+/g, " ")
    .replace(/ (?=[,;:.)])|(?<=[([]) /g, "")
    .trim();
}

/** Reads up to the end of a group, or of the formula. */
function readRun(reader: Reader): string | null {
  let text = "";
  while (reader.at < reader.parts.length && reader.parts[reader.at] !== "}") {
    const isScript = /^[_^]$/.test(reader.parts[reader.at] ?? "");
    const part = readPart(reader);
    if (part === null) return null;
    // A script stands at the name of an operator, and the space behind it.
    if (isScript && text.endsWith(" ")) text = `${text.trimEnd()}${part} `;
    else text += part;
  }
  return text;
}

/** The next part: a character, a group, or a command with what belongs to it. */
function readPart(reader: Reader): string | null {
  const part = reader.parts[reader.at] ?? "";
  reader.at += 1;
  if (part === "{") return readGroup(reader);
  if (part === "^" || part === "_") return readScript(reader, part);
  if (part === "&") return null;
  if (part === "~") return " ";
  return part.startsWith("\\") ? readCommand(reader, part.slice(1).trim() || " ") : part;
}

function readGroup(reader: Reader): string | null {
  reader.depth += 1;
  const inside = reader.depth > deepest ? null : readRun(reader);
  reader.depth -= 1;
  if (inside === null || reader.parts[reader.at] !== "}") return null;
  reader.at += 1;
  return inside;
}

/** The argument of a command or a script: a group, or one part. */
function readArgument(reader: Reader): string | null {
  while (/^\s/.test(reader.parts[reader.at] ?? "")) reader.at += 1;
  const next = reader.parts[reader.at];
  if (next === undefined || next === "}" || next === "^" || next === "_") return null;
  reader.depth += 1;
  const part = reader.depth > deepest ? null : readPart(reader);
  reader.depth -= 1;
  return part?.trim() ?? null;
}

function readCommand(reader: Reader, name: string): string | null {
  const known = characters.get(name);
  if (known !== undefined) return known;
  if (name === "left" || name === "right") {
    // A point stands for no bracket.
    if (reader.parts[reader.at] === ".") reader.at += 1;
    return "";
  }
  if (fractions.has(name)) {
    const [above, below] = [readArgument(reader), readArgument(reader)];
    return above === null || below === null ? null : ` ${bracket(above)}/${bracket(below)} `;
  }
  const accent = accents.get(name);
  const isKnown = accent !== undefined || upright.has(name) || name === "sqrt" || name === "mathbb";
  const root = name === "sqrt" ? readRoot(reader) : "";
  const inside = isKnown ? readArgument(reader) : null;
  if (inside === null || root === null) return null;
  if (name === "sqrt") return `${root}√${bracket(inside)}`;
  if (name === "mathbb") return doubled.get(inside) ?? inside;
  if (accent !== undefined) return [...inside].length === 1 ? `${inside}${accent}` : null;
  return inside;
}

/** The number of a root, raised; empty for a square root. */
function readRoot(reader: Reader): string | null {
  if (reader.parts[reader.at] !== "[") return "";
  const end = reader.parts.indexOf("]", reader.at);
  if (end === -1) return null;
  const number = shift(reader.parts.slice(reader.at + 1, end).join(""), raised);
  reader.at = end + 1;
  return number;
}

function readScript(reader: Reader, mark: "^" | "_"): string | null {
  const script = readArgument(reader);
  if (script === null) return null;
  const shifted = shift(script, mark === "^" ? raised : lowered);
  return shifted ?? `${mark}${[...script].length === 1 ? script : `(${script})`}`;
}

/** @returns null where a character has no such form */
function shift(text: string, forms: ReadonlyMap<string, string>): string | null {
  const shifted = [...text.replace(/\s+/g, "")].map((character) => forms.get(character));
  return shifted.every((one) => one !== undefined) ? shifted.join("") : null;
}

/** In brackets, unless it is one word or number. */
function bracket(text: string): string {
  return /^[\p{L}\p{N}\p{M}.⁰-⁹₀-₉²³¹]*$/u.test(text) ? text : `(${text})`;
}

function pairs(list: string): [string, string][] {
  const words = list.trim().split(/\s+/);
  return words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? ""]] : []));
}

function zip(from: string, to: string): [string, string][] {
  const others = [...to];
  return [...from].map((character, index) => [character, others[index] ?? ""]);
}
