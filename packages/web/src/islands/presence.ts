import type { Messages } from "../messages/site/en.ts";
import { askAccount } from "../signing/account.ts";
import { createSteps } from "../signing/wallet-steps.ts";
import { discoverWallets, type Wallet, WalletError } from "../signing/wallets.ts";

/** The island's input from the page, in `data-presence`. */
export interface PresenceIsland {
  readonly messages: Messages["presence"];
  readonly walletSteps: Pick<Messages["walletSteps"], "waiting" | "several" | "unnamed">;
  readonly wallet: Messages["wallet"];
}

const visitors = "/api/visitors";
/** The node drops a visitor after a quarter of an hour of silence (decisions 7). */
const heartbeatMs = 5 * 60_000;

for (const element of document.querySelectorAll<HTMLElement>("[data-presence]")) void start(element);

/** Shows how many visitors are here. A click adds a visitor with a wallet; another click or closing the page removes it. */
async function start(element: HTMLElement): Promise<void> {
  const { messages, walletSteps, wallet } = JSON.parse(element.dataset.presence ?? "") as PresenceIsland;
  const status = element.querySelector("output");
  const button = element.querySelector("button");
  if (!status || !button) return;
  const steps = createSteps(button, status, {
    waiting: walletSteps.waiting,
    explain: (error) => (error instanceof WalletError ? wallet[error.problem] : messages.failed),
  });
  let wallets: readonly Wallet[] = [];
  let address: string | null = null;
  let heartbeat: ReturnType<typeof setInterval> | undefined;

  async function send(method: "POST" | "DELETE", address: string): Promise<void> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ address });
    const reply = await fetch(visitors, { method, headers, body, keepalive: true });
    if (!reply.ok) throw new Error(messages.failed);
  }

  async function show(): Promise<void> {
    const reply = await fetch(visitors);
    const { count = 0 } = reply.ok ? ((await reply.json()) as { count?: number }) : {};
    const { nobody, one, many } = messages;
    steps.say([nobody, one][count] ?? many.replace("#", String(count)));
    steps.reset();
    if (button) button.textContent = address === null ? messages.beSeen : messages.leave;
    element.classList.toggle("shown", count > 0 || wallets.length > 0);
    element.classList.toggle("somebody", count > 0);
  }

  /** Asks for the address only, so the wallet may be on any network. */
  async function enter(wallet: Wallet | undefined): Promise<void> {
    if (wallet === undefined) return;
    const chosen = (await askAccount(wallet, null)).address;
    await send("POST", chosen);
    address = chosen;
    heartbeat = setInterval(
      () => document.visibilityState === "visible" && void send("POST", chosen).catch(() => {}),
      heartbeatMs,
    );
    await show();
  }

  async function change(): Promise<void> {
    if (address !== null) {
      await leave();
      await show();
    } else if (wallets.length > 1) {
      const names = wallets.map(({ name }) => name || walletSteps.unnamed);
      steps.choose(names, walletSteps.several, (index) => enter(wallets[index]));
    } else await enter(wallets[0]);
  }

  async function leave(): Promise<void> {
    clearInterval(heartbeat);
    if (address !== null) await send("DELETE", address);
    address = null;
  }

  button.addEventListener("click", () => void steps.take(change));
  addEventListener("pagehide", () => void leave().catch(() => {}));
  discoverWallets((found) => {
    wallets = found;
    button.hidden = found.length === 0;
    void show().catch(() => {});
  });
  await show().catch(() => {});
}
