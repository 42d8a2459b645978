import type { Compilable, CompiledQuery } from "kysely";
import { LRUCache } from "lru-cache";
import type { Reader } from "./database.ts";

/** Shapes of one query that are kept compiled. */
export const preparedShapes = 64;

/** Stands for a parameter while a query is built; the built query shows which parameter it was. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is asked with every request: it is put together once for each dialect, and after that only its
 * parameters change. Putting one together takes longer than SQLite takes to answer it.
 *
 * @param build makes the query; it must treat every parameter alike, whatever its value
 * @returns the query's rows
 */
export function prepareQuery<P extends object, O>(
  build: (db: Reader, parameters: P) => Compilable<O>,
): (db: Reader, parameters: P) => Promise<O[]> {
  const compiled = new Map<unknown, CompiledQuery<O>>();
  return async (db, parameters) => {
    const { adapter, plugins } = db.getExecutor();
    // Plugins may turn a query into another one, so their results are not kept.
    if (plugins.length > 0) {
      return (await db.executeQuery<O>(build(db, parameters).compile())).rows;
    }
    // Databases of one dialect have adapters of one class.
    const dialect = adapter.constructor;
    const query = compiled.get(dialect) ?? build(db, placeholders<P>()).compile();
    compiled.set(dialect, query);
    const values = query.parameters.map((value) =>
      value instanceof Placeholder ? parameters[value.name as keyof P] : value,
    );
    const { rows } = await db.executeQuery<O>({ ...query, parameters: values });
    return rows;
  };
}

/**
 * The same for a query of several shapes; the last used ones are kept.
 *
 * @param build gets the shape, too, which is written as JSON; everything that depends on values must be part of the shape
 */
export function prepareQueries<P extends object, S, O>(
  build: (db: Reader, parameters: P, shape: S) => Compilable<O>,
): (db: Reader, shape: S, parameters: P) => Promise<O[]> {
  const queries = new LRUCache<string, (db: Reader, parameters: P) => Promise<O[]>>({
    max: preparedShapes,
  });
  return (db, shape, parameters) => {
    const key = JSON.stringify(shape);
    let query = queries.get(key);
    if (!query) {
      query = prepareQuery((reader, given: P) => build(reader, given, shape));
      queries.set(key, query);
    }
    return query(db, parameters);
  };
}

function placeholders<P extends object>(): P {
  return new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) }) as P;
}
