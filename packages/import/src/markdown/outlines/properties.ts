const property = /^\s*([\p{L}_][\p{L}\p{N}_./?!+<>-]{0,60})::(?:[ \t]([\s\S]*))?$/u;

/** Properties that Logseq keeps for itself, and shows on no page. */
const ofProgram: ReadonlySet<string> = new Set([
  "id",
  "collapsed",
  "heading",
  "icon",
  "template",
  "template-including-parent",
  "include-parent",
  "filters",
  "exclude-from-graph-view",
  "ls-type",
  "background-color",
  "background-image",
]);
const ofProgramBeginning = /^(?:(?:created|updated|last-modified)[-_]at$|(?:logseq|card|query|hl)[-.])/;
/** Times that are taken when a task changes its state. */
const states = /^(?:todo|doing|now|later|done|waiting|canceled)$/;

/** A line `name:: value`. */
export interface Property {
  readonly name: string;
  readonly value: string;
  /** Nobody sees it on a page. */
  readonly isHidden: boolean;
}

/** @returns null for any other line */
export function readProperty(line: string): Property | null {
  const [, written, value = ""] = property.exec(line) ?? [];
  if (written === undefined) return null;
  const name = written.toLowerCase();
  const isHidden =
    ofProgram.has(name) || ofProgramBeginning.test(name) || (states.test(name) && /^\d+$/.test(value.trim()));
  return { name, value: value.trim(), isHidden };
}

const lists: ReadonlySet<string> = new Set([
  "tags",
  "tag",
  "alias",
  "aliases",
  "keywords",
  "category",
  "categories",
]);

/** The properties of a page as fields of front matter: `tags:: [[two words]], #one` is a list, and a name in brackets is a text. */
export function fieldsOf(properties: readonly Property[]): Map<string, unknown> {
  return new Map<string, unknown>(
    properties.map(({ name, value }): [string, unknown] => {
      if (lists.has(name))
        return [name, (value.match(/#?\[\[[^\]]*\]\]|[^,，]+/g) ?? []).map(bareName).filter(Boolean)];
      // Milliseconds.
      if (/^created[-_]at$/.test(name) && /^\d{12,13}$/.test(value))
        return ["created_at", new Date(Number(value)).toISOString()];
      return [name, value.replace(/#?\[\[([^[\]]*)\]\]/g, "$1")];
    }),
  );
}

const bareName = (name: string) =>
  name
    .trim()
    .replace(/^#/, "")
    .replace(/^\[\[|\]\]$/g, "")
    .trim();
