import { onlineManager } from "@tanstack/react-query";
import { type ReactElement, useSyncExternalStore } from "react";
import type { ConsoleMessages } from "../messages/console/en.ts";
import { useMessages } from "../messages/console/use-messages.ts";
import { WalletError } from "../signing/wallets.ts";
import { ApiError } from "./graphql.ts";

/** Whether the browser has a network. */
function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}

/** What stands where something could not be read: what happened, and the next step. */
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

/** What went wrong, in words: the catalogue's where it has some, else what the node says. */
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
