import { connectionFaults } from "./connection-faults.ts";
import { contentFaults } from "./content-faults.ts";
import { envelopeFaults } from "./envelope-faults.ts";
import type { Fault } from "./fault.ts";
import { messageFaults } from "./message-faults.ts";
import { parameterFaults } from "./parameter-faults.ts";
import { proofFaults } from "./proof-faults.ts";
import { readFaults } from "./read-faults.ts";
import { referenceFaults } from "./reference-faults.ts";
import { requestFaults } from "./request-faults.ts";
import { updateFaults } from "./update-faults.ts";

/** Every wrong node. */
export const faults: readonly Fault[] = [
  ...readFaults,
  ...parameterFaults,
  ...contentFaults,
  ...connectionFaults,
  ...proofFaults,
  ...updateFaults,
  ...messageFaults,
  ...envelopeFaults,
  ...requestFaults,
  ...referenceFaults,
];
