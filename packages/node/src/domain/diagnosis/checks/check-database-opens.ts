import { readEngine } from "../../../store/inspect-database.ts";
import { type Check, failed, ok } from "../check.ts";
import { say, verbatim } from "../sentence.ts";

export const checkDatabaseOpens: Check = {
  id: "database.opens",
  area: "database",
  about: "Whether the database opens and can be read, and its version",
  warns: null,
  fails: "it does not open, or its tables can't be read",
  needs: [],
  beforeOwner: true,
  timeLimitMs: 15_000,
  async look({ database, tableProblem }) {
    if ("problem" in database) return failed(verbatim(database.problem), verbatim(database.advice));
    const engine = await readEngine(database.db);
    if (tableProblem !== null) {
      return failed(
        say`${engine} answers, but the node's tables can't be read.`,
        say`Start the node once, which brings the tables up to date.`,
      );
    }
    return ok(say`${engine} answers.`);
  },
};
