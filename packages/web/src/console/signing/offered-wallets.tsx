import type { Address } from "@freehold/protocol";
import { lazy, type ReactElement, Suspense } from "react";
import { KeyFileWallet } from "./key-file-dialog.tsx";

const WalletConnectWallet = lazy(() => import("./wallet-connect-dialog.tsx"));

/**
 * The wallets that the page brings itself: the owner's key file, and wallets on other devices where the owner has a project
 * for them.
 *
 * @param wanted the address that a key file must have; null for any
 */
export default function OfferedWallets({ wanted }: { wanted: Address | null }): ReactElement {
  const projectId = readProjectId();
  return (
    <>
      <KeyFileWallet wanted={wanted} />
      <Suspense>{projectId !== "" && <WalletConnectWallet projectId={projectId} />}</Suspense>
    </>
  );
}

/** The page has it beside its policy, which names the relay. */
function readProjectId(): string {
  const input = document.getElementById("app")?.dataset.input ?? "{}";
  const { walletConnectProjectId } = JSON.parse(input) as { walletConnectProjectId?: unknown };
  return typeof walletConnectProjectId === "string" ? walletConnectProjectId : "";
}
