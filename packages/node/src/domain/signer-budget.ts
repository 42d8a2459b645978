import type { Address } from "@freehold/protocol";
import { createTokenBuckets } from "../token-buckets.ts";
import { TooOftenError } from "../too-often-error.ts";
import { limits } from "./limits.ts";

/** How many signed messages of one signer are worked on; an address of the internet is no bound to a key. */
export interface SignerBudget {
  /**
   * Takes one message of somebody whose signature was verified; on anybody's word it would be spent by others.
   * @throws TooOftenError
   */
  spend(signer: Address): void;
}

export function createSignerBudget(
  options: { perMinute?: number; signers?: number; now?: () => number } = {},
): SignerBudget {
  const { perMinute = limits.messagesPerMinute, signers = limits.signers, ...rest } = options;
  const buckets = createTokenBuckets({ perMinute, keys: signers, ...rest });
  return {
    spend(signer) {
      const waitMs = buckets.take(signer);
      if (waitMs > 0) throw new TooOftenError("You sign more messages than this node takes.", waitMs);
    },
  };
}
