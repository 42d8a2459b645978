import { graphql } from "@freehold/client";
import type { TypedData } from "@freehold/protocol";
import { askApi, askField } from "../console/graphql.ts";
import type { Messages } from "../messages/site/en.ts";
import { type Account, parseTypedData, signTypedData } from "../signing/account.ts";
import { createSigningSteps, type SigningTexts } from "../signing/wallet-steps.ts";

/** The island's input from the page, in `data-follow`. */
export interface FollowIsland extends SigningTexts {
  readonly messages: Pick<Messages["follow"], "noWallet" | "found" | "explain" | "sign" | "done">;
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-follow]")) start(form);

/** First this node looks at the visitor's node, then the visitor's wallet signs. */
function start(form: HTMLFormElement): void {
  const input = JSON.parse(form.dataset.follow ?? "") as FollowIsland;
  const { messages } = input;
  const status = form.querySelector("output");
  const button = form.querySelector("button");
  const field = form.querySelector("input");
  if (!status || !button || !field) return;
  const steps = createSigningSteps(button, status, input);
  form.hidden = false;
  field.addEventListener("input", steps.reset);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void steps.take(() => look(field.value.trim()));
  });

  async function look(typed: string): Promise<void> {
    const url = /^https?:\/\//.test(typed) ? typed : `https://${typed}`;
    const { address, title, message } = await askField(lookQuery, { url });
    const request = { explain: `${title}: ${messages.found}`, none: messages.noWallet, wanted: address };
    await steps.requestAccount(request, async (account) =>
      steps.offer(messages.sign, messages.explain, () => sign(account, parseTypedData(message.typedData))),
    );
  }

  async function sign(account: Account, typedData: TypedData): Promise<void> {
    const signature = await signTypedData(account, typedData);
    await askApi(followMutation, { typedData, signature });
    form.replaceChildren(
      Object.assign(document.createElement("p"), { role: "status", textContent: messages.done }),
    );
  }
}

const lookQuery = graphql(`query LookAtFollower($url: String!) {
  visitorConnectionToSign(url: $url) {
    address title
    message { typedData }
  }
}`);
const followMutation = graphql(`mutation Follow($typedData: JSON!, $signature: String!) {
  createConnection(typedData: $typedData, signature: $signature) { url }
}`);
