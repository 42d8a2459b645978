import type { Balance } from "../source.ts";

const tolerated = 0.02; // missing words, as a share of all

/** Whether an entry lost more of its words than happens by chance, or a block of code. */
export function isIncomplete({ words, missing, missingCode }: Balance): boolean {
  return missingCode > 0 || missing > words * tolerated;
}
