/** The rows of a CSV file (RFC 4180) by the names of its first row. Rows and fields beyond its columns are left out. */
export function readCsv(text: string): readonly ReadonlyMap<string, string>[] {
  const [names = [], ...rows] = rowsOf(text);
  return rows
    .filter((row) => row.some((field) => field !== ""))
    .map((row) => new Map(names.map((name, at) => [name.trim().toLowerCase(), row[at] ?? ""])));
}

function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = "";
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      let from = at + 1;
      while (end >= 0 && text[end + 1] === '"') {
        field += text.slice(from, end + 1);
        from = end + 2;
        end = text.indexOf('"', from);
      }
      field += text.slice(from, end < 0 ? text.length : end);
      at = end < 0 ? text.length : end + 1;
    }
    sign.lastIndex = at;
    const found = sign.exec(text);
    const end = found?.index ?? text.length;
    row.push(field + text.slice(at, end));
    at = end + (found?.[0].length ?? 1);
    if (found?.[0] !== ",") {
      rows.push(row);
      row = [];
    }
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

const sign = /,|\r\n?|\n/g;
