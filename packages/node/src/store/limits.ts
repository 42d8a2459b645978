import { limit, valuesOf } from "@freehold/protocol/internal";

/** The database. */
export const storeLimits = {
  busyMs: limit(5_000, "ms", "waiting for another process's lock on SQLite", "503 BUSY"),
  busyPauseMs: limit(50, "ms", "between two tries to get that lock", "it is tried again"),
  eventsPerPeer: limit(200, "", "events of one node that are kept", "the oldest goes"),
  groupedWrites: limit(50, "", "writes that share one commit of SQLite", "the next ones share another one"),
  groupMs: limit(
    20,
    "ms",
    "for the work of such a group",
    "it is committed, and the rest waits for the next one",
  ),
  connections: limit(10, "", "connections to PostgreSQL", "the next one waits"),
  growMs: limit(200, "ms", "statements that wait for a connection to PostgreSQL", "another one is made"),
  connectMs: limit(10_000, "ms", "connecting to PostgreSQL", "503 BUSY"),
  idleConnectionMs: limit(60_000, "ms", "a connection to PostgreSQL without a query", "it is closed"),
  statementMs: limit(30_000, "ms", "one statement on PostgreSQL", "503 BUSY"),
  answerMs: limit(
    35_000,
    "ms",
    "waiting for PostgreSQL to answer a statement",
    "the connection is given up, and 503 BUSY",
  ),
  idleTransactionMs: limit(60_000, "ms", "an idle transaction on PostgreSQL", "503 BUSY"),
  holdPauseMs: limit(2_000, "ms", "between two tries to reach PostgreSQL again", "it is tried again"),
  silentSessionMs: limit(10_000, "ms", "silence on a connection for news", "TCP asks whether it is alive"),
  preparedShapes: limit(64, "", "shapes of one query that are kept compiled", "it is compiled again"),
  wordsOfBeginning: limit(
    100,
    "",
    "words that the unfinished last word of a search may become, on SQLite",
    "the rest, in the order of the alphabet, is not found",
  ),
  rememberedBeginnings: limit(
    200,
    "",
    "unfinished words whose ends are known until public data changes, on SQLite",
    "they are looked up again",
  ),
  damageBytes: limit(64 * 1024, "bytes", "the report of damage to the database", "it is cut"),
} as const;

export const limits = valuesOf(storeLimits);
