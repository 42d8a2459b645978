import type { TypedData } from "@freehold/protocol";
import type { Messages } from "../messages/site/en.ts";
import type { Account } from "../signing/account.ts";
import { signTypedData } from "../signing/account.ts";
import { askNode, explainProblem } from "../signing/ask-node.ts";
import { createSteps, requestAccount, type WalletStepMessages } from "../signing/wallet-steps.ts";
import { discoverWallets, type Wallet } from "../signing/wallets.ts";

type Said = Messages["commenting"];

/** What the page hands to this island, in `data-comment`. */
export interface CommentIsland {
  readonly messages: Pick<Said, "explain" | "ready" | "sign" | "sent" | "published" | "held">;
  readonly walletSteps: WalletStepMessages;
  readonly problems: Messages["commentProblems"];
  readonly wallet: Messages["wallet"];
  readonly postId: number;
  readonly byMail: boolean;
}

interface Created {
  readonly createComment: {
    readonly comment: { readonly id: string };
    readonly typedData: TypedData | null;
  };
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-comment]")) start(form);

/** By mail the node is asked at once. By wallet, the visitor is told what is signed before each prompt. */
function start(form: HTMLFormElement): void {
  const {
    messages,
    walletSteps,
    problems,
    wallet: troubles,
    postId,
    byMail,
  } = JSON.parse(form.dataset.comment ?? "") as CommentIsland;
  const status = form.querySelector("output");
  const button = form.querySelector<HTMLButtonElement>("button.by-wallet");
  const body = form.querySelector("textarea");
  if (!status || !button || !body) return;
  const explain = (error: unknown) => explainProblem(error, problems, troubles);
  const bySigning = createSteps(button, status, { waiting: walletSteps.waiting, explain });
  let wallets: readonly Wallet[] = [];
  discoverWallets((found) => {
    wallets = found;
    form.classList.toggle("with-wallet", !byMail || found.length > 0);
  });
  form.addEventListener("input", () => bySigning.reset());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!body.reportValidity()) return;
    if (event.submitter === button) void bySigning.take(begin);
    else if (event.submitter instanceof HTMLButtonElement) {
      const step = createSteps(event.submitter, status, { waiting: walletSteps.waiting, explain });
      void step.take(sendByMail);
    }
  });

  const field = (name: string) => String(new FormData(form).get(name) ?? "");
  const create = (authType: "EMAIL" | "ETHEREUM", authorId: string) =>
    askNode<Created>(createMutation, {
      input: {
        publicationId: String(postId),
        body: field("body"),
        authorName: field("name"),
        authType,
        authorId,
      },
    });

  async function sendByMail(): Promise<void> {
    await create("EMAIL", field("mail"));
    form.reset();
    bySigning.say(messages.sent);
  }

  async function begin(): Promise<void> {
    await requestAccount(bySigning, wallets, { messages: walletSteps, explain: messages.explain }, prepare);
  }

  async function prepare(account: Account): Promise<void> {
    const { createComment } = await create("ETHEREUM", account.address);
    const { comment, typedData } = createComment;
    if (typedData) bySigning.offer(messages.sign, messages.ready, () => sign(account, comment.id, typedData));
  }

  async function sign(account: Account, id: string, typedData: TypedData): Promise<void> {
    const tokenOrSignature = await signTypedData(account, typedData);
    const { confirmComment } = await askNode<{ confirmComment: { state: string } }>(confirmMutation, {
      input: { id, tokenOrSignature },
    });
    bySigning.reset();
    form.reset();
    const isShown = confirmComment.state === "PUBLISHED";
    if (isShown) await refreshComments();
    bySigning.say(isShown ? messages.published : messages.held);
  }
}

const createMutation = /* GraphQL */ `
  mutation WriteComment($input: CreateCommentInput!) {
    createComment(input: $input) {
      comment { id }
      typedData
    }
  }
`;
const confirmMutation = /* GraphQL */ `
  mutation SignComment($input: ConfirmCommentInput!) { confirmComment(input: $input) { state } }
`;

/** Brings the comments of this page up to date with the node's: they are made there, and never from what was typed. */
export async function refreshComments(): Promise<void> {
  const response = await fetch(location.pathname + location.search, { cache: "no-cache" });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of ["#comments-title", ".comment-list"]) {
    const [old, now] = [document.querySelector(part), fresh.querySelector(part)];
    if (old && now) old.replaceWith(now);
  }
}
