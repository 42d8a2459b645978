import { createElement as h, type ReactElement } from "react";
import type { FollowIsland } from "../islands/follow.ts";
import type { View } from "./view.ts";

/** Where a visitor who has a node and a wallet follows this one. It shows once its script runs. */
export function followForm({ words }: View): ReactElement {
  const { noWallet, found, explain, sign, done } = words.follow;
  const island: FollowIsland = {
    words: { noWallet, found, explain, sign, done },
    way: words.walletSteps,
    problems: words.followProblems,
    wallet: words.wallet,
  };
  return h(
    "form",
    { className: "follow", hidden: true, "data-follow": JSON.stringify(island) },
    h("label", { htmlFor: "node" }, words.follow.label),
    h(
      "p",
      null,
      h("input", {
        ...{ id: "node", name: "node", type: "text", inputMode: "url", required: true, maxLength: 500 },
        ...{ autoComplete: "url", autoCapitalize: "none", spellCheck: false, placeholder: "https://" },
      }),
      h("button", { type: "submit" }, words.follow.look),
    ),
    h("output", null),
  );
}
