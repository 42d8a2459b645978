const opening = "<![CDATA[";
const ending = "]]>";
/** An `&` that begins no reference. */
const alone = /&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z]\w{0,31};)/gi;
// No reference is longer.
const longestReference = 34;

/** Escapes each `&` of XML that begins no reference, outside of CDATA; the pieces of a text one after the other. */
export class XmlMender {
  #held = "";
  #isInCdata = false;

  /** @returns the text so far, apart from an end that the next piece may continue */
  add(piece: string): string {
    return this.#mend(this.#held + piece, false);
  }

  /** @returns the rest */
  finish(): string {
    return this.#mend(this.#held, true);
  }

  #mend(text: string, isLast: boolean): string {
    let mended = "";
    let at = 0;
    for (;;) {
      const mark = this.#isInCdata ? ending : opening;
      const found = text.indexOf(mark, at);
      if (found < 0) break;
      const part = text.slice(at, found + mark.length);
      mended += this.#isInCdata ? part : part.replace(alone, "&amp;");
      at = found + mark.length;
      this.#isInCdata = !this.#isInCdata;
    }
    const rest = text.slice(at);
    const kept = isLast ? rest.length : this.#whole(rest);
    this.#held = rest.slice(kept);
    const part = rest.slice(0, kept);
    return mended + (this.#isInCdata ? part : part.replace(alone, "&amp;"));
  }

  /** The length of the part of a text that no further piece changes. */
  #whole(text: string): number {
    const mark = this.#isInCdata ? ending : opening;
    const from = Math.max(0, text.length - mark.length + 1);
    const begun = [...text.slice(from)].findIndex((_sign, at) => mark.startsWith(text.slice(from + at)));
    const whole = begun < 0 ? text.length : from + begun;
    if (this.#isInCdata) return whole;
    const reference = text.lastIndexOf("&", whole);
    const isOpen =
      reference >= 0 && text.length - reference < longestReference && !text.slice(reference).includes(";");
    return isOpen ? Math.min(whole, reference) : whole;
  }
}
