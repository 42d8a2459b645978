import {
  CompiledQuery,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  PostgresQueryCompiler,
  type RootOperationNode,
  SqliteQueryCompiler,
} from "kysely";
import type { Store, Tx } from "../../src/store/database.ts";

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

class Recorder implements KyselyPlugin {
  readonly #compiler: SqliteQueryCompiler | PostgresQueryCompiler;
  readonly #queries: CompiledQuery[];

  constructor({ dialect }: Store, queries: CompiledQuery[]) {
    this.#compiler = dialect.name === "sqlite" ? new SqliteQueryCompiler() : new PostgresQueryCompiler();
    this.#queries = queries;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    this.#queries.push(this.#compiler.compileQuery(node, queryId));
    return node;
  }

  async transformResult({ result }: Parameters<KyselyPlugin["transformResult"]>[0]) {
    return result;
  }
}
