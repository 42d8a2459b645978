import { onlineManager } from "@tanstack/react-query";
import { type ReactElement, useSyncExternalStore } from "react";
import type { ConsoleMessages } from "../messages/console/en.ts";
import { useMessages } from "../messages/console/use-messages.ts";
import { WalletError } from "../signing/wallets.ts";
import { ApiError } from "./graphql.ts";

/** Whether the browser is online. */
function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}

/** Shown where data could not be loaded: what happened, and a button to try again. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement | null {
  const messages = useMessages();
  const isOnline = useOnline();
  if (!isOnline) return <p className="trouble">{messages.offline}</p>;
  if (!error) return null;
  return (
    <div className="trouble" role="alert">
      <p>{messages.failed(formatError(messages, error))}</p>
      <button type="button" className="plain" onClick={onRetry}>
        {messages.again}
      </button>
    </div>
  );
}

/** The text of an error: from the messages, else from the node. */
export function formatError(
  messages: Pick<ConsoleMessages, "wallet" | "problems" | "obstacles">,
  error: unknown,
): string {
  if (error instanceof WalletError) return messages.wallet[error.problem];
  if (!(error instanceof ApiError)) return (error as Error).message;
  const obstacles: Readonly<Record<string, string>> = messages.obstacles;
  const problems: Readonly<Record<string, string>> = messages.problems;
  return obstacles[error.reason ?? ""] ?? problems[error.code] ?? error.message;
}
