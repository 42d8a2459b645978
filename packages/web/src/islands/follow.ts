import type { TypedData } from "@freehold/protocol";
import { askNode } from "../acting/ask-node.ts";
import { discoverWallets, type Wallet } from "../wallet/discover-wallets.ts";
import { type Account, openAccount } from "../wallet/open-account.ts";
import { signTypedData } from "../wallet/sign-with-wallet.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import type { Words } from "../words/en.ts";

/** What the page hands to this island, in `data-follow`. */
export interface FollowIsland {
  readonly words: Words["follow"];
  readonly wallet: Words["wallet"];
}

/** A follow that is ready to be signed by its follower. */
interface Prepared {
  readonly address: string;
  readonly title: string;
  readonly message: { readonly typedData: TypedData };
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-follow]")) start(form);

/** First the visitor's node is looked at, then its wallet signs: each prompt comes straight from a touch. */
function start(form: HTMLFormElement): void {
  const { words, wallet: problems } = JSON.parse(form.dataset.follow ?? "") as FollowIsland;
  const status = form.querySelector("output");
  const button = form.querySelector("button");
  const field = form.querySelector("input");
  if (!status || !button || !field) return;
  let wallets: readonly Wallet[] = [];
  let next: (() => Promise<void>) | null = null;
  discoverWallets((found) => {
    wallets = found;
  });
  form.hidden = false;
  field.addEventListener("input", () => {
    next = null;
    button.textContent = words.look;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(next ?? look);
  });

  async function attempt(step: () => Promise<void>): Promise<void> {
    if (!button || !status) return;
    button.disabled = true;
    status.textContent = words.waiting;
    try {
      await step();
    } catch (error) {
      status.textContent = error instanceof WalletError ? problems[error.problem] : (error as Error).message;
    } finally {
      button.disabled = false;
    }
  }

  function offer(label: string, sentence: string, step: () => Promise<void>): void {
    if (!button || !status) return;
    button.textContent = label;
    status.textContent = sentence;
    next = step;
  }

  async function look(): Promise<void> {
    const url = /^https?:\/\//.test(field?.value ?? "") ? field?.value : `https://${field?.value}`;
    const { visitorConnectionToSign: prepared } = await askNode<{ visitorConnectionToSign: Prepared }>(
      lookQuery,
      { url },
    );
    const [wallet] = wallets;
    if (wallet === undefined) throw new Error(words.noWallet);
    offer(words.open, `${prepared.title}: ${words.found}`, () => open(wallet, prepared));
  }

  async function open(wallet: Wallet, prepared: Prepared): Promise<void> {
    const account = await openAccount(wallet, prepared.address as Account["address"]);
    offer(words.sign, words.explain, () => sign(account, prepared));
  }

  async function sign(account: Account, { message: { typedData } }: Prepared): Promise<void> {
    const signature = await signTypedData(account, typedData);
    await askNode(followMutation, { typedData, signature });
    form.replaceChildren(Object.assign(document.createElement("p"), { textContent: words.done }));
  }
}

const lookQuery = /* GraphQL */ `
  query LookAtFollower($url: String!) {
    visitorConnectionToSign(url: $url) {
      address
      title
      message {
        typedData
      }
    }
  }
`;
const followMutation = /* GraphQL */ `
  mutation Follow($typedData: JSON!, $signature: String!) {
    createConnection(typedData: $typedData, signature: $signature) {
      url
    }
  }
`;
