// Signs of no language stand for a part while the text around it is converted.
const signs = { markdown: "\uE010", html: "\uE011" };

/** Parts of a text that a conversion must not touch. */
export class KeptParts {
  readonly #parts: string[] = [];
  readonly #sign: string;
  readonly #stand: RegExp;

  /** @param form parts of both forms may be in one text */
  constructor(form: keyof typeof signs) {
    this.#sign = signs[form];
    this.#stand = new RegExp(`${this.#sign}(\\d+)${this.#sign}`, "g");
  }

  /** @returns signs that stand for the part */
  keep(part: string): string {
    this.#parts.push(part);
    return `${this.#sign}${this.#parts.length - 1}${this.#sign}`;
  }

  /** Puts the parts back. */
  restore(text: string): string {
    return text.replace(this.#stand, (_, number: string) => this.#parts[Number(number)] ?? "");
  }
}

/** A text without the signs that stand for parts. */
export const withoutStands = (text: string): string => text.replace(/[\uE000-\uE01F]/g, "");
