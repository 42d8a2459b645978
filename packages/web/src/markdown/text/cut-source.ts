/** The names of references are looked for up to so many characters, so that a text of brackets takes linear time. */
const longestName = 100;
const mostDefinitions = 100;

const definition = new RegExp(`^ {0,3}\\[(\\^?[^[\\]\\n]{1,${longestName}})\\]:[ \\t]*\\S.*$`, "gm");
const reference = new RegExp(`\\[(\\^?[^[\\]\\n]{1,${longestName}})\\]`, "g");

/**
 * The beginning of a Markdown text, with the links and notes that it refers to and that are defined behind it: without their
 * definitions, references would be shown as they were typed. They come first, since the beginning may end within code.
 *
 * @param length characters of the beginning
 */
export function cutSource(source: string, length: number): string {
  if (source.length <= length) return source;
  const part = source.slice(0, length);
  const names = new Set(Array.from(part.matchAll(reference), ([, name = ""]) => normalise(name)));
  for (const [, name = ""] of part.matchAll(definition)) names.delete(normalise(name));
  if (names.size === 0) return part;
  // Code by its indent would go on with a note.
  const takesNotes = !/^(?: {4}|\t|[ \t]*\n)/.test(part);
  const notes: string[] = [];
  const links: string[] = [];
  for (const [line, name = ""] of source.slice(length).matchAll(definition)) {
    if (!names.delete(normalise(name))) continue;
    // The words of a note are no part of the beginning.
    if (!name.startsWith("^")) links.push(`${line}\n\n`);
    else if (takesNotes) notes.push(`[${name}]: …\n\n`);
    if (links.length + notes.length === mostDefinitions) break;
  }
  return [...notes, ...links, part].join("");
}

const normalise = (name: string) => name.trim().replace(/\s+/g, " ").toLowerCase();
