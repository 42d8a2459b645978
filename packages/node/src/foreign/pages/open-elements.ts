/** The elements of a page that are open now, of which some are watched. */
export interface OpenElements<T> {
  /** The watched ones, from the outermost. */
  list(): readonly T[];
  open(name: string, watched: T): void;
  /** An element that is not watched: it is only counted, so that its end is known from that of a watched one. */
  openPlain(name: string): void;
  end(name: string): void;
  endAll(): void;
}

/** A watched element; `plain` counts the elements in it that are open and not watched, by their names. */
interface Watched<T> {
  readonly name: string;
  readonly plain: Map<string, number>;
  readonly watched: T;
}

/** Elements that end an open paragraph, since none of them can be in one. */
const blocks: ReadonlySet<string> = new Set([
  "address",
  "article",
  "aside",
  "blockquote",
  "div",
  "dl",
  "fieldset",
  "footer",
  "form",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hr",
  "main",
  "nav",
  "ol",
  "p",
  "pre",
  "section",
  "table",
  "ul",
]);

/**
 * Follows which elements are open, as browsers do for pages that forget to end some: the end of an element ends those in
 * it, a paragraph ends at the next block, an item of a list at the next item. The cost of an end depends on the watched
 * elements only, however many others are open.
 *
 * @param most watched elements in one another; the inner ones are not watched
 * @param onEnd hears of the end of each watched element
 */
export function createOpenElements<T>(most: number, onEnd: (watched: T) => void): OpenElements<T> {
  const stack: Watched<T>[] = [];
  const list: T[] = [];

  function endDownTo(length: number): void {
    while (stack.length > length) {
      const last = stack.pop();
      list.pop();
      if (last) onEnd(last.watched);
    }
  }

  /** Closes the elements that the beginning of an element ends. */
  function endBefore(name: string): void {
    const last = stack.at(-1);
    if (!last) return;
    const endsParagraph = last.name === "p" && blocks.has(name);
    const endsItem = (name === "li" || name === "dt" || name === "dd") && last.name === name;
    if (endsParagraph || (endsItem && !last.plain.get("ul") && !last.plain.get("ol")))
      endDownTo(stack.length - 1);
  }

  function openPlain(name: string): void {
    endBefore(name);
    const plain = stack.at(-1)?.plain;
    plain?.set(name, (plain.get(name) ?? 0) + 1);
  }

  return {
    list: () => list,
    open(name, watched) {
      endBefore(name);
      if (stack.length >= most) {
        openPlain(name);
        onEnd(watched);
        return;
      }
      stack.push({ name, plain: new Map(), watched });
      list.push(watched);
    },
    openPlain,
    end(name) {
      const index = stack.findLastIndex((one) => one.name === name || (one.plain.get(name) ?? 0) > 0);
      const plain = stack[index]?.plain;
      const open = plain?.get(name) ?? 0;
      if (open > 0) plain?.set(name, open - 1);
      if (index !== -1) endDownTo(open > 0 ? index + 1 : index);
    },
    endAll: () => endDownTo(0),
  };
}
