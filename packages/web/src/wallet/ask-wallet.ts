import type { Provider } from "./discover-wallets.ts";
import { WalletError } from "./wallet-error.ts";

/** How long a wallet may be silent, in milliseconds (look.md). */
const patienceMs = 60_000;

/**
 * Asks a wallet for something. The question goes out before anything is awaited: on a phone a prompt is lost that does
 * not come straight from a touch.
 *
 * @throws WalletError
 */
export async function askWallet(
  provider: Provider,
  method: string,
  params?: unknown,
  waitMs: number = provider.patienceMs ?? patienceMs,
): Promise<unknown> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new WalletError("silent")), waitMs);
  try {
    return await Promise.race([
      provider.request({ method, ...(params !== undefined && { params }) }),
      silence,
    ]);
  } catch (error) {
    throw error instanceof WalletError ? error : toWalletError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The codes of EIP-1193, and -32002, with which wallets say that a question is open. */
function toWalletError(error: unknown): WalletError {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const words = String(message ?? error).slice(0, 300);
  if (code === 4001) return new WalletError("refused", words, { cause: error });
  if (code === -32002) return new WalletError("busy", words, { cause: error });
  return new WalletError("failed", words, { cause: error });
}
