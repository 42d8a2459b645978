import { valueAt } from "@freehold/protocol/internal";
import type pg from "pg";
import { AppError } from "../../errors/errors.ts";

/** The addresses of PostgreSQL. */
export interface PostgresLocation {
  /** For queries and transactions. */
  readonly databaseUrl: string;
  /** The address of PostgreSQL itself, if `databaseUrl` leads through a pooler; else null or absent. */
  readonly databaseDirectUrl?: string | null;
}

/** The address for work that needs a session: listening, locks, and settings of the connection. */
export function sessionUrl({ databaseUrl, databaseDirectUrl }: PostgresLocation): string {
  return databaseDirectUrl ?? databaseUrl;
}

/**
 * Refuses a connection through a pooler. A pooler (PgBouncer) gives its clients its own process ids; a direct connection has the id
 * of its server process.
 *
 * @param location the client is connected to its `sessionUrl`
 * @throws AppError BAD_CONFIGURATION
 */
export async function refusePooler(client: pg.ClientBase, location: PostgresLocation): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  // The types of the driver lack this field.
  if (valueAt(client, "processID") !== rows[0]?.pid) throw poolerRefused(location);
}

/** Whether a pooler refused the settings of a connection, as PgBouncer does unless it is told to ignore them. */
export function isRefusalOfPooler(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/i.test(error.message);
}

export function poolerRefused({ databaseDirectUrl }: PostgresLocation): AppError {
  return new AppError(
    "BAD_CONFIGURATION",
    databaseDirectUrl == null
      ? "DATABASE_URL leads through a pooler (PgBouncer or the like), and Freehold needs two sessions of its own. Set " +
          "DATABASE_DIRECT_URL to the address of PostgreSQL itself."
      : "DATABASE_DIRECT_URL leads through a pooler (PgBouncer or the like). Set it to the address of PostgreSQL itself.",
  );
}
