/** Declares a column of a table. Only its type is used. */
export function column<T>(): T {
  return undefined as T;
}

/** The names of a table's columns, for a `select`. */
export function columnsOf<T extends object, Except extends keyof T = never>(table: T, ...except: Except[]) {
  return Object.keys(table).filter((name) => !except.includes(name as Except)) as Exclude<
    keyof T & string,
    Except
  >[];
}
