import { discoverWallets, type Wallet } from "../wallet/discover-wallets.ts";
import { openAccount } from "../wallet/open-account.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import type { Words } from "../words/en.ts";

/** What the page hands to this island, in `data-presence`. */
export interface PresenceIsland {
  readonly words: Words["presence"];
  readonly wallet: Words["wallet"];
}

const visitors = "/api/visitors";
/** A visitor is forgotten after a quarter of an hour of silence (decisions 7). */
const everyMs = 5 * 60_000;

for (const place of document.querySelectorAll<HTMLElement>("[data-presence]")) void start(place);

/** Says how many visitors are here; who has a wallet may be seen too, by a touch, and leaves with the page or by another. */
async function start(place: HTMLElement): Promise<void> {
  const { words, wallet: problems } = JSON.parse(place.dataset.presence ?? "") as PresenceIsland;
  const status = place.querySelector("output");
  const button = place.querySelector("button");
  if (!status || !button) return;
  let wallet: Wallet | undefined;
  let address: string | null = null;
  let beat: ReturnType<typeof setInterval> | undefined;

  async function tell(method: "POST" | "DELETE"): Promise<void> {
    const headers = { "content-type": "application/json" };
    const reply = await fetch(visitors, {
      method,
      headers,
      body: JSON.stringify({ address }),
      keepalive: true,
    });
    if (!reply.ok) throw new Error(words.failed);
  }

  async function show(): Promise<void> {
    const reply = await fetch(visitors);
    const { count = 0 } = reply.ok ? ((await reply.json()) as { count?: number }) : {};
    const { nobody, one, many } = words;
    const said = [nobody, one][count] ?? many.replace("#", String(count));
    if (status) status.textContent = said;
    if (button) button.textContent = address === null ? words.beSeen : words.leave;
    place.classList.toggle("shown", count > 0 || wallet !== undefined);
    place.classList.toggle("somebody", count > 0);
  }

  async function enter(from: Wallet): Promise<void> {
    address = (await openAccount(from)).address;
    await tell("POST");
    beat = setInterval(
      () => document.visibilityState === "visible" && void tell("POST").catch(() => {}),
      everyMs,
    );
  }

  async function leave(): Promise<void> {
    clearInterval(beat);
    if (address !== null) await tell("DELETE");
    address = null;
  }

  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if (address !== null) await leave();
      else if (wallet) await enter(wallet);
      await show();
    } catch (error) {
      status.textContent = error instanceof WalletError ? problems[error.problem] : words.failed;
    } finally {
      button.disabled = false;
    }
  });
  addEventListener("pagehide", () => void leave().catch(() => {}));
  discoverWallets(([found]) => {
    wallet = found;
    button.hidden = found === undefined;
    void show().catch(() => {});
  });
  await show().catch(() => {});
}
