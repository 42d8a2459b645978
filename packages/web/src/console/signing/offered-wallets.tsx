import type { Address } from "@freehold/protocol";
import { lazy, type ReactElement, Suspense } from "react";
import { readPageInput } from "../page-input.ts";
import { KeyFileWallet } from "./key-file-dialog.tsx";

const WalletConnectWallet = lazy(() => import("./wallet-connect-dialog.tsx"));

/**
 * The wallets that the page brings itself: the owner's key file, and wallets on other devices where the owner has a project
 * for them.
 *
 * @param wanted the address that a key file must have; null for any
 */
export default function OfferedWallets({ wanted }: { wanted: Address | null }): ReactElement {
  // The page has it beside its policy, which names the relay.
  const projectId = readPageInput("walletConnectProjectId");
  return (
    <>
      <KeyFileWallet wanted={wanted} />
      <Suspense>{projectId !== "" && <WalletConnectWallet projectId={projectId} />}</Suspense>
    </>
  );
}
