/** A table has few columns; each line has a place for each of them, however short it is. */
const mostColumns = 200;

/** A line of a table, by the names of its columns in lower case. */
export type CsvRow = Readonly<Record<string, string>>;

/**
 * Reads a table (RFC 4180): the first line names the columns, fields are in quotes where they hold commas, quotes or line
 * breaks. A semicolon or a tab may stand for the comma, as spreadsheets write it in some countries. Empty lines are left
 * out, and so are the quote before what could be a formula and columns beyond the 200th.
 */
export function* parseCsv(text: string): Generator<CsvRow> {
  // Excel takes the separator from such a line before the names.
  const source = text.replace(/^\ufeff/, "").replace(/^"?sep=.?"?\r?\n/i, "");
  const firstLine = source.slice(0, source.search(/[\r\n]|$/));
  const separator = separatorOf(firstLine);
  let names: string[] | null = null;
  for (const fields of readLines(source, separator)) {
    if (fields.length === 1 && fields[0]?.trim() === "") continue;
    if (names === null) names = fields.slice(0, mostColumns).map((name) => name.trim().toLowerCase());
    else
      yield Object.fromEntries(
        names.map((name, index) => [name, (fields[index] ?? "").replace(beforeFormula, "")]),
      );
  }
}

/** The sign that stands most often in the line of the names. */
function separatorOf(names: string): string {
  const count = (sign: string) => names.split(sign).length;
  return [";", "\t"].reduce((most, sign) => (count(sign) > count(most) ? sign : most), ",");
}

/**
 * The text of a table's bytes, as spreadsheets write them: UTF-8, UTF-16 (with a mark, or with the zeros of plain letters), or
 * windows-1252, which is what no UTF-8 is.
 */
export function decodeCsv(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder("utf-16le").decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))
    return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The quote that `formatCsvLine` writes. */
const beforeFormula = /^'(?=[=+\-@\t\r])/;

function* readLines(source: string, separator: string): Generator<string[]> {
  let at = 0;
  while (at < source.length) {
    const fields: string[] = [];
    for (;;) {
      const { field, end } = readField(source, at, separator);
      fields.push(field);
      at = end;
      if (source[at] !== separator) break;
      at += 1;
    }
    if (source[at] === "\r") at += 1;
    if (source[at] === "\n") at += 1;
    yield fields;
  }
}

function readField(source: string, start: number, separator: string): { field: string; end: number } {
  if (source[start] !== '"') {
    let end = start;
    while (end < source.length && source[end] !== separator && source[end] !== "\n" && source[end] !== "\r")
      end += 1;
    return { field: source.slice(start, end), end };
  }
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = source.indexOf('"', from);
    parts.push(source.slice(from, quote < 0 ? undefined : quote));
    if (quote < 0) return { field: parts.join(""), end: source.length };
    from = quote + 1;
    // Two quotes stand for one.
    if (source[from] !== '"') break;
    from += 1;
  }
  // Text between the closing quote and the separator does not belong to the field.
  while (from < source.length && source[from] !== separator && source[from] !== "\n" && source[from] !== "\r")
    from += 1;
  return { field: parts.join('"'), end: from };
}

/** One line of a table. A field that a spreadsheet would take for a formula gets a quote before it. */
export function formatCsvLine(fields: readonly (string | null)[]): string {
  return `${fields.map((field) => formatField(field ?? "")).join(",")}\r\n`;
}

function formatField(field: string): string {
  const safe = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
