import { type Check, ok, warning } from "../check.ts";
import { say, together, verbatim } from "../sentence.ts";

export const checkWarnings: Check = {
  id: "configuration.settings",
  area: "configuration",
  about: "Settings of the environment that are allowed and probably not meant",
  warns: "there is one",
  fails: null,
  needs: [],
  timeLimitMs: 1_000,
  async look({ warnings }) {
    if (warnings.length === 0) return ok(say`The settings fit together.`);
    return warning(
      together(...warnings.map(verbatim)),
      say`Change or remove that setting, and start the node again.`,
    );
  },
};
