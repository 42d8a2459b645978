import { graphql } from "@freehold/client";
import type { TypedData } from "@freehold/protocol";
import { askField } from "../console/graphql.ts";
import type { Messages } from "../messages/site/en.ts";
import { type Account, parseTypedData, signTypedData } from "../signing/account.ts";
import { createSigningSteps, createSteps, type SigningTexts } from "../signing/wallet-steps.ts";

/** The island's input from the page, in `data-comment`. */
export interface CommentIsland extends SigningTexts {
  readonly messages: Pick<
    Messages["commenting"],
    "explain" | "ready" | "sign" | "sent" | "published" | "held"
  >;
  readonly postId: number;
  readonly byMail: boolean;
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-comment]")) start(form);

/** A comment by mail is sent at once. With a wallet, the visitor can read the message before each prompt. */
function start(form: HTMLFormElement): void {
  const input = JSON.parse(form.dataset.comment ?? "") as CommentIsland;
  const { messages, postId, byMail } = input;
  const status = form.querySelector("output");
  const button = form.querySelector<HTMLButtonElement>("button.by-wallet");
  const body = form.querySelector("textarea");
  if (!status || !button || !body) return;
  const steps = createSigningSteps(button, status, input, (wallets) => {
    const hasWallet = wallets.length > 0;
    form.classList.toggle("with-wallet", hasWallet);
    form.hidden = !byMail && !hasWallet;
  });
  form.addEventListener("input", steps.reset);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!body.reportValidity()) return;
    const { submitter } = event;
    if (submitter === button)
      void steps.take(() => steps.requestAccount({ explain: messages.explain }, prepare));
    else if (submitter instanceof HTMLButtonElement)
      void createSteps(submitter, status, steps.texts).take(sendByMail);
  });

  const field = (name: string) => String(new FormData(form).get(name) ?? "");
  const create = (authType: "EMAIL" | "ETHEREUM", authorId: string) => {
    const comment = { publicationId: String(postId), body: field("body"), authorName: field("name") };
    return askField(createMutation, { input: { ...comment, authType, authorId } });
  };

  async function sendByMail(): Promise<void> {
    await create("EMAIL", field("mail"));
    form.reset();
    steps.say(messages.sent);
  }

  async function prepare(account: Account): Promise<void> {
    const { comment, typedData } = await create("ETHEREUM", account.address);
    if (typedData === null) return;
    const toSign = parseTypedData(typedData);
    steps.offer(messages.sign, messages.ready, () => sign(account, comment.id, toSign));
  }

  async function sign(account: Account, id: string, typedData: TypedData): Promise<void> {
    const tokenOrSignature = await signTypedData(account, typedData);
    const { state } = await askField(confirmMutation, {
      input: { id, tokenOrSignature },
    });
    steps.reset();
    form.reset();
    const isShown = state === "PUBLISHED";
    if (isShown) await refreshComments();
    steps.say(isShown ? messages.published : messages.held);
  }
}

const createMutation = graphql(`mutation WriteComment($input: CreateCommentInput!) {
  createComment(input: $input) {
    comment { id }
    typedData
  }
}`);
const confirmMutation = graphql(
  "mutation SignComment($input: ConfirmCommentInput!) { confirmComment(input: $input) { state } }",
);

/** Replaces the comments of this page with the node's: only the node renders comments. */
async function refreshComments(): Promise<void> {
  const response = await fetch(location.pathname + location.search, { cache: "no-cache" });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of ["#comments-title", ".comment-list"]) {
    const [old, now] = [document.querySelector(part), fresh.querySelector(part)];
    if (old && now) old.replaceWith(now);
  }
}
