import { createElement as h, type ReactElement } from "react";
import type { PresenceIsland } from "../islands/presence.ts";
import type { View } from "./view.ts";

/** How many visitors are here now, and the way to be one of them. It shows once its script runs, where there is something to show. */
export function presence({ words }: View): ReactElement {
  const { presence: said, wallet } = words;
  const { waiting, several, unnamed } = words.walletSteps;
  const island: PresenceIsland = { words: said, way: { waiting, several, unnamed }, wallet };
  return h(
    "p",
    { className: "presence", "data-presence": JSON.stringify(island) },
    h("output", null),
    h("button", { type: "button", hidden: true }, said.beSeen),
  );
}
