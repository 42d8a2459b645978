import type { Address, TypedData } from "@freehold/protocol";
import type { Messages } from "../messages/site/en.ts";
import type { Account } from "../signing/account.ts";
import { signTypedData } from "../signing/account.ts";
import { askNode, explainProblem } from "../signing/ask-node.ts";
import { createSteps, requestAccount, type WalletStepMessages } from "../signing/wallet-steps.ts";
import { discoverWallets, type Wallet } from "../signing/wallets.ts";

/** What the page hands to this island, in `data-delete-comment`. */
export interface DeleteCommentIsland {
  readonly id: number;
  /** The wallet that signed it. */
  readonly address: string;
  readonly messages: Pick<Messages["ownComment"], "ready" | "sign"> & { readonly done: string };
  readonly walletSteps: WalletStepMessages;
  readonly problems: Messages["commentProblems"];
  readonly wallet: Messages["wallet"];
}

interface Prepared {
  readonly commentDeletionToSign: { readonly typedData: TypedData };
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-delete-comment]")) start(form);

/** The wallet that wrote a comment signs that it goes: what is signed stands beside the button all the time. */
function start(form: HTMLFormElement): void {
  const island = JSON.parse(form.dataset.deleteComment ?? "") as DeleteCommentIsland;
  const { id, address, messages, walletSteps, problems, wallet: troubles } = island;
  const status = form.querySelector("output");
  const button = form.querySelector<HTMLButtonElement>("button.by-wallet");
  if (!status || !button) return;
  const explain = (error: unknown) => explainProblem(error, problems, troubles);
  const steps = createSteps(button, status, { waiting: walletSteps.waiting, explain });
  let wallets: readonly Wallet[] = [];
  discoverWallets((found) => {
    wallets = found;
  });
  form.classList.add("with-wallet");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void steps.take(begin);
  });

  async function begin(): Promise<void> {
    const wanted = address as Address;
    await requestAccount(steps, wallets, { messages: walletSteps, explain: null, wanted }, prepare);
  }

  async function prepare(account: Account): Promise<void> {
    const { commentDeletionToSign } = await askNode<Prepared>(deletionQuery, { id: String(id), address });
    steps.offer(messages.sign, messages.ready, () => sign(account, commentDeletionToSign.typedData));
  }

  async function sign(account: Account, typedData: TypedData): Promise<void> {
    const signature = await signTypedData(account, typedData);
    await askNode(destroyMutation, { input: { id: String(id), signature } });
    document.querySelector(".comment")?.remove();
    form.replaceChildren(
      Object.assign(document.createElement("p"), { role: "status", textContent: messages.done }),
    );
  }
}

const deletionQuery = /* GraphQL */ `
  query PrepareDeletion($id: ID!, $address: Address!) {
    commentDeletionToSign(id: $id, authorAddress: $address) { typedData }
  }
`;
const destroyMutation = /* GraphQL */ `
  mutation DeleteComment($input: DestroyCommentInput!) { destroyComment(input: $input) }
`;
