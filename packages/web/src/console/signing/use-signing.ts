import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Account } from "../../signing/account.ts";
import { signTypedData } from "../../signing/account.ts";
import { AskError } from "../ask.ts";
import { prepareSigning } from "./prepare-signing.ts";
import { type SignedPost, sendSignatures } from "./send-signatures.ts";
import { useWallet } from "./use-wallet.ts";

/** What is to be signed. */
export interface ToSign {
  readonly id: string;
  readonly title: string;
  /** Markdown; empty for a file. */
  readonly text: string;
}

/**
 * Signs publications one after another with the owner's wallet, then sends them together. What the wallet signed is kept
 * when it stops in the middle, so that nothing is asked twice.
 */
export function useSigning(posts: readonly ToSign[]) {
  const ids = posts.map(({ id }) => id);
  const client = useQueryClient();
  const prepared = useQuery({
    queryKey: ["to-sign", ids],
    queryFn: ({ signal }) => prepareSigning(posts, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { attempt, setStep, ...wallet } = useWallet();
  const [signed, setSigned] = useState<readonly SignedPost[] | null>(null);
  const signatures = useRef<string[]>([]);

  /** What was signed is of no use where the node refuses it; where it was not reached, it is. */
  async function startAnew(error: unknown): Promise<never> {
    if (!(error instanceof AskError && error.code === "OFFLINE")) {
      signatures.current = [];
      await prepared.refetch();
    }
    throw error;
  }

  const sign = (by: Account) =>
    attempt(async () => {
      if (!prepared.data) return;
      setStep("wallet");
      // The first prompt comes straight from the touch: nothing is awaited before it.
      for (const { typedData } of prepared.data.messages.slice(signatures.current.length)) {
        signatures.current.push(await signTypedData(by, typedData));
      }
      setStep("sending");
      const sent = sendSignatures(prepared.data, signatures.current);
      setSigned(await sent.catch(startAnew));
      // What stands open stays as it was opened until its dialog is closed.
      await client.invalidateQueries({
        predicate: ({ queryKey: [name] }) => name !== "to-sign" && name !== "sheet",
      });
    });
  return { ...wallet, prepared, signed, done: signatures.current.length, sign };
}
