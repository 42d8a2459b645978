import type { Address, TypedData } from "@freehold/protocol";
import type { Messages } from "../messages/site/en.ts";
import type { Account } from "../signing/account.ts";
import { signTypedData } from "../signing/account.ts";
import { askNode, explainProblem } from "../signing/ask-node.ts";
import { createSteps, requestAccount, type WalletStepMessages } from "../signing/wallet-steps.ts";
import { discoverWallets, type Wallet } from "../signing/wallets.ts";

/** What the page hands to this island, in `data-follow`. */
export interface FollowIsland {
  readonly messages: Pick<Messages["follow"], "noWallet" | "found" | "explain" | "sign" | "done">;
  readonly walletSteps: WalletStepMessages;
  readonly problems: Messages["followProblems"];
  readonly wallet: Messages["wallet"];
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
  const {
    messages,
    walletSteps,
    problems,
    wallet: troubles,
  } = JSON.parse(form.dataset.follow ?? "") as FollowIsland;
  const status = form.querySelector("output");
  const button = form.querySelector("button");
  const field = form.querySelector("input");
  if (!status || !button || !field) return;
  const explain = (error: unknown) => explainProblem(error, problems, troubles);
  const steps = createSteps(button, status, { waiting: walletSteps.waiting, explain });
  let wallets: readonly Wallet[] = [];
  discoverWallets((found) => {
    wallets = found;
  });
  form.hidden = false;
  field.addEventListener("input", () => steps.reset());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void steps.take(() => look(field.value.trim()));
  });

  async function look(given: string): Promise<void> {
    const url = /^https?:\/\//.test(given) ? given : `https://${given}`;
    const { visitorConnectionToSign: prepared } = await askNode<{ visitorConnectionToSign: Prepared }>(
      lookQuery,
      { url },
    );
    const about = {
      messages: walletSteps,
      explain: `${prepared.title}: ${messages.found}`,
      none: messages.noWallet,
      wanted: prepared.address as Address,
    };
    await requestAccount(steps, wallets, about, async (account) => {
      steps.offer(messages.sign, messages.explain, () => sign(account, prepared));
    });
  }

  async function sign(account: Account, { message: { typedData } }: Prepared): Promise<void> {
    const signature = await signTypedData(account, typedData);
    await askNode(followMutation, { typedData, signature });
    form.replaceChildren(
      Object.assign(document.createElement("p"), { role: "status", textContent: messages.done }),
    );
  }
}

const lookQuery = /* GraphQL */ `
  query LookAtFollower($url: String!) {
    visitorConnectionToSign(url: $url) {
      address title
      message { typedData }
    }
  }
`;
const followMutation = /* GraphQL */ `
  mutation Follow($typedData: JSON!, $signature: String!) {
    createConnection(typedData: $typedData, signature: $signature) { url }
  }
`;
