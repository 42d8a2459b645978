import { type Check, ok, warning } from "../check.ts";

export const checkWarnings: Check = {
  id: "configuration.settings",
  area: "configuration",
  about: "Settings of the environment that are allowed and probably not meant",
  warns: "there is one",
  fails: null,
  needs: [],
  timeLimitMs: 1_000,
  async look({ warnings }) {
    if (warnings.length === 0) return ok("The settings fit together.");
    return warning(warnings.join(" "), "Change or remove that setting, and start the node again.");
  },
};
