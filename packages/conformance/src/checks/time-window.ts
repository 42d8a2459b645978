import type { Check } from "../check.ts";
import { type Bend, signing } from "./signed-follow.ts";

const hour = 3_600;
/** Room for the way to the node and for clocks that round. */
const slack = 15;

function at(seconds: number): Bend {
  return (typedData, trial) => ({
    ...typedData,
    message: { ...typedData.message, timestamp: trial.now() + seconds },
  });
}

/** One hour either side of the node's clock (spec 5, rule 3, and 8). */
export const timeWindow: readonly Check[] = [
  signing(
    {
      id: "window-inside",
      section: "8",
      title: "signed almost an hour ago, or almost an hour ahead, it is taken",
      comes: "taken",
    },
    at(slack - hour),
    at(hour - slack),
  ),
  signing(
    {
      id: "window-past",
      section: "8",
      title: "signed more than an hour ago it is INVALID_TIMESTAMP",
      comes: "INVALID_TIMESTAMP",
    },
    at(-hour - slack),
    at(-24 * hour),
    (typedData) => ({ ...typedData, message: { ...typedData.message, timestamp: 0 } }),
  ),
  signing(
    {
      id: "window-future",
      section: "8",
      title: "signed more than an hour ahead it is INVALID_TIMESTAMP",
      comes: "INVALID_TIMESTAMP",
    },
    at(hour + slack),
    at(24 * hour),
    // What is right in milliseconds is far ahead in seconds.
    (typedData, trial) => ({
      ...typedData,
      message: { ...typedData.message, timestamp: trial.now() * 1000 },
    }),
  ),
];
