import type { Scenario } from "./scenario.ts";
import { killAtRandom } from "./scenarios/kill-at-random.ts";

/** Every fault that there is, by the name it is called by: `npm run faults -- kill-at-random`. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  "kill-at-random": killAtRandom,
};
