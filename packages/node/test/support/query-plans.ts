import {
  CompiledQuery,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type RootOperationNode,
} from "kysely";
import type { Reader, Store, Tx } from "../../src/store/database.ts";

/** What the database means to do for each query that `work` runs: a line for each step. */
export async function plansOf(store: Store, work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const queries: CompiledQuery[] = [];
  await store.transaction((tx) => work(tx.withPlugin(new Recorder(store, queries))));
  const plans: string[] = [];
  for (const { sql, parameters } of queries) plans.push(...(await explain(store, sql, [...parameters])));
  return plans;
}

async function explain({ db, dialect }: Store, sql: string, parameters: unknown[]): Promise<string[]> {
  const words = dialect.name === "sqlite" ? "explain query plan" : "explain";
  const { rows } = await db.executeQuery<Record<string, string>>(
    CompiledQuery.raw(`${words} ${sql}`, parameters),
  );
  return rows.map((row) => row.detail ?? row["QUERY PLAN"] ?? "");
}

/** Compiles each query as the store does, and lets it pass. */
class Recorder implements KyselyPlugin {
  readonly #db: Reader;
  readonly #queries: CompiledQuery[];

  constructor({ db }: Store, queries: CompiledQuery[]) {
    this.#db = db;
    this.#queries = queries;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    this.#queries.push(this.#db.getExecutor().compileQuery(node, queryId));
    return node;
  }

  async transformResult({ result }: Parameters<KyselyPlugin["transformResult"]>[0]) {
    return result;
  }
}
