import pg from "pg";

/** Looks at what a PostgreSQL server is asked. */
export interface PostgresActivity extends AsyncDisposable {
  /** The server's time. */
  now(): Promise<Date>;
  /** How many connections, other than this one, asked something since then. */
  countAsking(since: Date): Promise<number>;
  /** The number of other connections by name. */
  countByName(): Promise<Map<string, number>>;
}

export async function openPostgresActivity(databaseUrl: string): Promise<PostgresActivity> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    now: async () => (await client.query("select clock_timestamp() as now")).rows[0].now,
    async countAsking(since) {
      const asking = `select count(*)::int as asking from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() and query_start >= $1`;
      return (await client.query(asking, [since])).rows[0].asking;
    },
    async countByName() {
      const byName = `select application_name as name, count(*)::int as count from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() group by 1`;
      const { rows } = await client.query<{ name: string; count: number }>(byName);
      return new Map(rows.map(({ name, count }) => [name, count]));
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
