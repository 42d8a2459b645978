import { createElement as h, type ReactElement } from "react";
import { groupDigits } from "./words.ts";

/** An address or a hash for comparing: in full, in groups of four. Copied, it has no spaces. */
export function digits(hex: string): ReactElement {
  return h("code", { className: "digits" }, ...groupDigits(hex).map((group) => h("span", null, group)));
}
