import type { Messages } from "../messages/site/en.ts";
import { askAccount } from "../signing/account.ts";
import type { WalletStepMessages } from "../signing/wallet-steps.ts";
import { createSteps } from "../signing/wallet-steps.ts";
import { discoverWallets, type Wallet, WalletError } from "../signing/wallets.ts";

/** What the page hands to this island, in `data-presence`. */
export interface PresenceIsland {
  readonly messages: Messages["presence"];
  readonly walletSteps: Pick<WalletStepMessages, "waiting" | "several" | "unnamed">;
  readonly wallet: Messages["wallet"];
}

const visitors = "/api/visitors";
/** A visitor is forgotten after a quarter of an hour of silence (decisions 7). */
const everyMs = 5 * 60_000;

for (const place of document.querySelectorAll<HTMLElement>("[data-presence]")) void start(place);

/** Says how many visitors are here; who has a wallet may be seen too, by a touch, and leaves with the page or by another. */
async function start(place: HTMLElement): Promise<void> {
  const {
    messages,
    walletSteps,
    wallet: problems,
  } = JSON.parse(place.dataset.presence ?? "") as PresenceIsland;
  const status = place.querySelector("output");
  const button = place.querySelector("button");
  if (!status || !button) return;
  const explain = (error: unknown) =>
    error instanceof WalletError ? problems[error.problem] : messages.failed;
  const steps = createSteps(button, status, { waiting: walletSteps.waiting, explain });
  let wallets: readonly Wallet[] = [];
  let address: string | null = null;
  let beat: ReturnType<typeof setInterval> | undefined;

  async function tell(method: "POST" | "DELETE", address: string): Promise<void> {
    const headers = { "content-type": "application/json" };
    const reply = await fetch(visitors, {
      method,
      headers,
      body: JSON.stringify({ address }),
      keepalive: true,
    });
    if (!reply.ok) throw new Error(messages.failed);
  }

  async function show(): Promise<void> {
    const reply = await fetch(visitors);
    const { count = 0 } = reply.ok ? ((await reply.json()) as { count?: number }) : {};
    const { nobody, one, many } = messages;
    const said = [nobody, one][count] ?? many.replace("#", String(count));
    if (status) status.textContent = said;
    steps.reset();
    if (button) button.textContent = address === null ? messages.beSeen : messages.leave;
    place.classList.toggle("shown", count > 0 || wallets.length > 0);
    place.classList.toggle("somebody", count > 0);
  }

  /** An address alone is asked for, so it does not matter on which network the wallet is. */
  async function enter(from: Wallet | undefined): Promise<void> {
    if (from === undefined) return;
    const chosen = (await askAccount(from, null)).address;
    await tell("POST", chosen);
    address = chosen;
    beat = setInterval(
      () => document.visibilityState === "visible" && void tell("POST", chosen).catch(() => {}),
      everyMs,
    );
    await show();
  }

  async function change(): Promise<void> {
    if (address !== null) {
      await leave();
      await show();
    } else if (wallets.length > 1) {
      const names = wallets.map(({ name }) => name || walletSteps.unnamed);
      steps.choose(names, walletSteps.several, (at) => enter(wallets[at]));
    } else await enter(wallets[0]);
  }

  async function leave(): Promise<void> {
    clearInterval(beat);
    if (address !== null) await tell("DELETE", address);
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
