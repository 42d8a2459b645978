import type { Scenario } from "./scenario.ts";
import { enginesAway } from "./scenarios/engines-away.ts";
import { fullDisk, noSpace } from "./scenarios/full-disk.ts";
import { killAtEachStep } from "./scenarios/kill-at-each-step.ts";
import { killAtRandom } from "./scenarios/kill-at-random.ts";
import { killInGroup } from "./scenarios/kill-in-group.ts";
import { killInMigration } from "./scenarios/kill-in-migration.ts";
import { lockedDatabase } from "./scenarios/locked-database.ts";
import { noDescriptors } from "./scenarios/no-descriptors.ts";

/** Every fault that there is, by the name it is called by: `npm run faults -- kill-at-random`. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  "kill-in-migration": killInMigration,
  "kill-at-each-step": killAtEachStep,
  "kill-at-random": killAtRandom,
  "kill-in-group": killInGroup,
  "full-disk": fullDisk,
  "no-space": noSpace,
  "locked-database": lockedDatabase,
  "no-descriptors": noDescriptors,
  "engines-away": enginesAway,
};
