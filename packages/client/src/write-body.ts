/**
 * The body of a request: JSON, or a form by the GraphQL multipart request specification where a variable has a file in it.
 *
 * @throws TypeError for more than one file
 */
export function writeBody(query: string, variables: Readonly<Record<string, unknown>>): string | FormData {
  const files: { readonly path: string; readonly file: Blob }[] = [];
  const withoutFiles = replaceFiles(variables, "variables", (path, file) => files.push({ path, file }));
  const operations = JSON.stringify({ query, variables: withoutFiles });
  const [first, ...others] = files;
  if (first === undefined) return operations;
  if (others.length > 0) throw new TypeError("A request takes one file.");
  const form = new FormData();
  form.append("operations", operations);
  form.append("map", JSON.stringify({ file: [first.path] }));
  form.append("file", first.file);
  return form;
}

/** A copy with null in place of each file. */
function replaceFiles(value: unknown, path: string, found: (path: string, file: Blob) => void): unknown {
  if (value instanceof Blob) {
    found(path, value);
    return null;
  }
  if (Array.isArray(value)) return value.map((item, at) => replaceFiles(item, `${path}.${at}`, found));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [key, replaceFiles(item, `${path}.${key}`, found)]));
}
