/** The types of a field's arguments, and the object that it leads to, for use at run time. */
interface FieldEntry {
  readonly type?: string;
  readonly args?: Readonly<Record<string, string>>;
}

/** The fields with arguments, and those that lead to such ones, by the name of their object. */
export type FieldTable = Readonly<Record<string, Readonly<Record<string, FieldEntry>>>>;

/** An operation as it is sent. */
export interface Document {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Writes the document of a selection. Every argument becomes a variable, so that the node sees few different documents.
 *
 * @param root what is asked of the whole
 * @throws TypeError for an argument that the field does not have
 */
export function writeDocument(fields: FieldTable, kind: "query" | "mutation", root: object): Document {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];

  function writeArguments(name: string, types: FieldEntry["args"], args: unknown): string {
    const written = Object.entries(args ?? {}).flatMap(([arg, value]) => {
      if (value === undefined) return [];
      const type = types?.[arg];
      if (type === undefined) throw new TypeError(`${name} has no argument ${arg}.`);
      const variable = `v${declared.length}`;
      declared.push(`$${variable}: ${type}`);
      variables[variable] = value;
      return [`${arg}: $${variable}`];
    });
    return written.length > 0 ? `(${written.join(", ")})` : "";
  }

  function writeFields(type: string | undefined, selection: object): string {
    const written = Object.entries(selection).flatMap(([name, wanted]) => {
      if (name === "__args" || !wanted) return [];
      if (wanted === true) return [name];
      const entry = type === undefined ? undefined : fields[type]?.[name];
      const { __args: args, ...rest } = wanted as { readonly __args?: object };
      const inside = Object.keys(rest).length > 0 ? ` ${writeFields(entry?.type, rest)}` : "";
      return [`${name}${writeArguments(name, entry?.args, args)}${inside}`];
    });
    return `{ ${written.join(" ")} }`;
  }

  const body = writeFields(kind === "query" ? "Query" : "Mutation", root);
  const head = declared.length > 0 ? `${kind}(${declared.join(", ")})` : kind;
  return { query: `${head} ${body}`, variables };
}

/**
 * The body of a request: JSON, or a form by the GraphQL multipart request specification where a variable has a file in it.
 *
 * @throws TypeError for more than one file
 */
export function writeBody({ query, variables }: Document): string | FormData {
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
