import type { Address } from "@freehold/protocol";
import { useSyncExternalStore } from "react";
import { wordsCheck } from "../../../keystore/words-check.ts";

/** Whether the recovery words of an address were checked, as this browser knows it. */
export function useWordsCheck(address: Address | null) {
  return useSyncExternalStore(wordsCheck.subscribe, () => wordsCheck.read(address));
}
