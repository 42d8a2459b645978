import { graphql } from "@freehold/client";
import type { Address, TypedData } from "@freehold/protocol";
import { askApi, askField } from "../console/graphql.ts";
import type { Messages } from "../messages/site/en.ts";
import { type Account, parseTypedData, signTypedData } from "../signing/account.ts";
import { createSigningSteps, type SigningTexts } from "../signing/wallet-steps.ts";

/** The island's input from the page, in `data-delete-comment`. */
export interface DeleteCommentIsland extends SigningTexts {
  readonly id: number;
  /** The wallet that signed the comment. */
  readonly address: Address;
  readonly messages: Pick<Messages["ownComment"], "ready" | "sign"> & { readonly done: string };
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-delete-comment]")) start(form);

/** The wallet that signed a comment also signs its deletion. The page always shows the message that is signed. */
function start(form: HTMLFormElement): void {
  const input = JSON.parse(form.dataset.deleteComment ?? "") as DeleteCommentIsland;
  const { id, address, messages } = input;
  const status = form.querySelector("output");
  const button = form.querySelector<HTMLButtonElement>("button.by-wallet");
  if (!status || !button) return;
  const steps = createSigningSteps(button, status, input);
  form.classList.add("with-wallet");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void steps.take(() => steps.requestAccount({ explain: null, wanted: address }, prepare));
  });

  async function prepare(account: Account): Promise<void> {
    const { typedData } = await askField(deletionQuery, {
      id: String(id),
      address,
    });
    steps.offer(messages.sign, messages.ready, () => sign(account, parseTypedData(typedData)));
  }

  async function sign(account: Account, typedData: TypedData): Promise<void> {
    const signature = await signTypedData(account, typedData);
    await askApi(destroyMutation, { input: { id: String(id), signature } });
    document.querySelector(".comment")?.remove();
    form.replaceChildren(
      Object.assign(document.createElement("p"), { role: "status", textContent: messages.done }),
    );
  }
}

const deletionQuery = graphql(`query PrepareDeletion($id: ID!, $address: Address!) {
  commentDeletionToSign(id: $id, authorAddress: $address) { typedData }
}`);
const destroyMutation = graphql(
  "mutation DeleteComment($input: DestroyCommentInput!) { destroyComment(input: $input) }",
);
