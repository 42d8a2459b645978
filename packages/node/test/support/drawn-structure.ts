/**
 * The structure of a text as a reader sees it, a line for each block: the lists and quotations around it (`U` and `O1` begin an item,
 * `u` and `o` go on in one, `q` is a quotation), its kind, and its words with their marks. All functions run in a browser.
 */

/** @returns the structure that the editor draws */
export function readDrawn(): string[] {
  const blocks: string[] = [];
  const notes: string[] = [];
  let note: string | null = null;
  let fence: string | null = null;
  let last = null as { kind: string; path: string } | null;
  const pictureOf = (node: Element, isFigure: boolean): string => {
    const caption = isFigure ? (node.querySelector<HTMLTextAreaElement>(".cm-caption")?.value ?? "") : "";
    return `{${node.querySelector("img")?.alt}${caption === "" ? "" : ` "${caption}"`}}`;
  };
  const figureOf = (line: Element): string | null => {
    const all = [...line.querySelectorAll(".cm-picture:not(.in-line)")];
    const [first] = all;
    const width = /is-(?:wide|full)/.exec(`${line.className} ${first?.className}`)?.[0].slice(2) ?? "";
    const pictures = all.map((one) => pictureOf(one, true)).join(" ");
    if (all.length > 1) return `gallery${width} ${pictures}`;
    return all.length === 1 && (width !== "" || pictures.endsWith('"}'))
      ? `figure${width} ${pictures}`
      : null;
  };
  const inline = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replaceAll("\u200b", "");
    if (!(node instanceof HTMLElement)) return "";
    const { classList } = node;
    const has = (name: string) => classList.contains(name);
    if (has("cm-quote-mark") || has("cm-point") || has("cm-bullet") || has("cm-widgetBuffer")) return "";
    if (has("cm-note-ref")) return `^${node.textContent}`;
    if (has("cm-note") || has("cm-player")) return "";
    if (has("cm-picture")) return pictureOf(node, false);
    if (has("cm-formula")) return "∑";
    if (node instanceof HTMLInputElement) return node.checked ? "[x]" : "[ ]";
    if (has("tok-meta") && node.textContent?.startsWith("<"))
      return /^<br/i.test(node.textContent) ? "↵" : "";
    let text = [...node.childNodes].map(inline).join("");
    if (has("cm-mono")) text = `\`${text}\``;
    if (has("tok-emphasis")) text = `*${text}*`;
    if (has("tok-strong")) text = `**${text}**`;
    if (has("cm-strike")) text = `~~${text}~~`;
    if (has("cm-link") || (has("tok-url") && !node.closest(".cm-link"))) text = `[${text}]`;
    return text;
  };
  const plain = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replaceAll("\u200b", "");
    const isMark =
      node instanceof HTMLElement && /cm-quote-mark|cm-point|cm-bullet|cm-widgetBuffer/.test(node.className);
    return isMark ? "" : [...node.childNodes].map(plain).join("");
  };
  const cells = (table: Element) =>
    [...table.querySelectorAll("tr")]
      .map((row) => [...row.children].map((cell) => inlineOfPage(cell).replace(/↵ /g, "↵").trim()).join("|"))
      .join("/");
  const inlineOfPage = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replace(/\n/g, " ");
    if (node.nodeName === "BR") return "↵";
    const text = [...node.childNodes].map(inlineOfPage).join("");
    const mark = { STRONG: "**", EM: "*", CODE: "`", S: "~~" }[node.nodeName] ?? "";
    return node.nodeName === "A" ? `[${text}]` : `${mark}${text}${mark}`;
  };
  for (const line of document.querySelectorAll<HTMLElement>(".cm-content > *, .cm-content .cm-drawn-table")) {
    const table = line.querySelector("table");
    if (line.classList.contains("cm-drawn-table") && table) {
      const path = line.closest<HTMLElement>(".cm-line")?.dataset.in ?? "";
      blocks.push(`${path}table ${cells(table)}`);
      last = null;
      continue;
    }
    if (!line.classList.contains("cm-line") || table) continue;
    const has = (name: string) => line.classList.contains(name);
    if (has("cm-gap") || has("cm-void")) {
      last = null;
      continue;
    }
    // Definitions of links are not on the page.
    if (has("cm-folded") || has("cm-definition")) continue;
    if (has("cm-fence")) {
      if (has("cm-code-first")) fence = line.dataset.in ?? "";
      last = null;
      continue;
    }
    const [number = ""] = /\d+/.exec(line.querySelector(".cm-bullet")?.textContent ?? "") ?? [];
    const path = (fence ?? line.dataset.in ?? "").replace(/O(?!.*O)/, `O${number}`);
    fence = null;
    const [heading] = [...line.classList].filter((name) => /^cm-h\d$/.test(name));
    const isFormula = line.querySelector(".cm-display") !== null && line.innerText.trim() !== "";
    const kind =
      has("cm-code") && !has("cm-figure")
        ? "code"
        : has("cm-rule")
          ? "hr"
          : heading
            ? heading.slice(3)
            : isFormula
              ? "∑"
              : "p";
    const figure = figureOf(line);
    if (figure !== null) {
      blocks.push(`${path}${figure}`);
      last = null;
      continue;
    }
    const mark = line.querySelector(".cm-note")?.textContent;
    if (mark) note = mark.replace(".", "");
    else if (note !== null && !/^ {4}/.test(line.textContent ?? "")) note = null;
    const words = [...line.childNodes]
      .map(inline)
      .join("")
      .replace(/\*\*\*\*|\[\]/g, "")
      .replace(/\]\[/g, "");
    const isContinued =
      last !== null &&
      last.kind === kind &&
      last.path.toLowerCase().replace(/\d/g, "") === path &&
      !/[UO]/.test(path);
    const text = kind === "code" ? plain(line) : words.trim();
    if (kind === "hr" || kind === "∑") blocks.push(`${path}${kind}`);
    else if (note !== null) notes.push(`note ${note} ${text}`);
    else if (isContinued && (kind === "p" || kind === "code"))
      blocks.push(`${blocks.pop()}${kind === "code" ? "⏎" : "↵"}${text}`);
    else if (text !== "" || path !== "" || kind === "code")
      blocks.push(`${path}${kind === "p" && path !== "" ? "" : kind} ${text}`);
    last = { kind, path };
  }
  return [...blocks, ...notes.sort()];
}

/** @returns the structure of the HTML of a page */
export function readPage(html: string): string[] {
  const blocks: string[] = [];
  const notes: string[] = [];
  const body = new DOMParser().parseFromString(html, "text/html").body;
  const inline = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replace(/\n/g, " ");
    if (!(node instanceof Element)) return "";
    const { nodeName } = node;
    if (nodeName === "BR") return "↵";
    if (nodeName === "SUP" && node.querySelector(".note-ref"))
      return `^${node.textContent?.replace("\u2060", "")}`;
    if (node.matches(".note-back")) return "";
    // Formulas are drawn elsewhere: without that, they are code.
    if (nodeName === "CODE" && /^\$.*\$$/.test(node.textContent ?? "")) return "∑";
    if (nodeName === "IMG") return `{${node.getAttribute("alt")}}`;
    if (nodeName === "INPUT") return node.hasAttribute("checked") ? "[x] " : "[ ] ";
    const text = [...node.childNodes].map(inline).join("");
    const mark = { STRONG: "**", EM: "*", CODE: "`", S: "~~", DEL: "~~" }[nodeName] ?? "";
    return nodeName === "A" ? `[${text}]` : `${mark}${text}${mark}`;
  };
  const words = (nodes: Iterable<Node>) => [...nodes].map(inline).join("").replace(/↵ /g, "↵").trim();
  const isBlock = (node: Node) =>
    /^(?:P|H\d|UL|OL|BLOCKQUOTE|PRE|TABLE|HR|DIV|FIGURE|SECTION)$/.test(node.nodeName);
  const walk = (parent: Element, path: string, sink: string[], begin: string | null): void => {
    // The path of the first block of an item says so.
    let first = begin;
    const take = () => {
      const own = first ?? path;
      first = null;
      return own;
    };
    const put = (kind: string, text: string) => {
      const own = take();
      sink.push(
        `${own}${kind === "p" && own !== "" ? "" : kind}${text === "" && kind !== "p" ? "" : ` ${text}`}`,
      );
    };
    let loose: Node[] = [];
    const flush = () => {
      const text = words(loose);
      if (text !== "") put("p", text);
      loose = [];
    };
    for (const child of parent.childNodes) {
      if (!isBlock(child)) {
        loose.push(child);
        continue;
      }
      flush();
      const element = child as Element;
      const name = child.nodeName;
      if (name === "P") put("p", words(child.childNodes));
      else if (/^H\d$/.test(name)) put(name.toLowerCase(), words(child.childNodes));
      else if (name === "PRE" && child.textContent?.startsWith("$$")) put("∑", "");
      else if (name === "PRE")
        put("code", (child.textContent ?? "").replace(/\n$/, "").replaceAll("\n", "⏎"));
      else if (name === "HR") put("hr", "");
      else if (name === "TABLE") put("table", rows(element));
      else if (name === "BLOCKQUOTE") walk(element, `${path}q`, sink, first === null ? null : `${take()}q`);
      else if (name === "UL" || name === "OL") {
        let number = Number(element.getAttribute("start") ?? 1);
        for (const item of element.children) {
          const sign = name === "UL" ? "U" : `O${number}`;
          walk(item, `${path}${sign[0]?.toLowerCase()}`, sink, `${first === null ? path : take()}${sign}`);
          number += 1;
        }
      } else if (element.matches("figure.picture, .gallery")) {
        const all = element.matches("figure") ? [element] : [...element.querySelectorAll("figure")];
        const width = /is-(?:wide|full)/.exec(element.className)?.[0].slice(2) ?? "";
        const pictures = all.map((one) => {
          const caption = one.querySelector("figcaption")?.textContent ?? "";
          return `{${one.querySelector("img")?.alt}${caption === "" ? "" : ` "${caption}"`}}`;
        });
        put(`${all.length > 1 ? "gallery" : "figure"}${width}`, pictures.join(" "));
      } else if (element.matches(".notes"))
        for (const [index, item] of [...element.querySelectorAll("li")].entries()) {
          const found: string[] = [];
          walk(item, "", found, null);
          notes.push(...found.map((text) => `note ${index + 1} ${text.replace(/^p /, "")}`));
        }
      else walk(element, path, sink, first === null ? null : take());
    }
    flush();
    if (first !== null) put("p", "");
  };
  const rows = (table: Element) =>
    [...table.querySelectorAll("tr")]
      .map((row) => [...row.children].map((cell) => words(cell.childNodes)).join("|"))
      .join("/");
  walk(body, "", blocks, null);
  return [...blocks, ...notes.sort()];
}

/** @returns the Markdown in the editor */
export function readText(): string {
  const content = document.querySelector(".cm-content") as unknown as {
    cmTile: { root: { view: { state: { sliceDoc(): string } } } };
  };
  return content.cmTile.root.view.state.sliceDoc();
}
