/** The database. */
export const limits = {
  busyMs: 5_000, // waiting for another process's lock on SQLite
  eventsPerPeer: 200, // events of one node that are kept
  connections: 10, // connections to PostgreSQL
  growMs: 200, // statements that wait for a connection to PostgreSQL
  connectMs: 10_000, // connecting to PostgreSQL
  statementMs: 30_000, // one statement on PostgreSQL
  answerMs: 35_000, // waiting for PostgreSQL to answer a statement
  idleTransactionMs: 60_000, // an idle transaction on PostgreSQL
  wordsOfBeginning: 100, // words that the unfinished last word of a search may become, on SQLite
  documentsOfTerms: 300, // newest documents whose words are read for a suggestion, on PostgreSQL
  rememberedBeginnings: 200, // unfinished words whose ends are known until public data changes, on SQLite
};
