import { Fragment, createElement as h, type ReactElement } from "react";
import { groupDigits } from "../messages/site/format.ts";

/** An address or a hash for comparing: in full, in groups of four. The gaps are drawn, so that a copy has none. */
export function digits(hex: string): ReactElement {
  const groups = groupDigits(hex).map((group) => h(Fragment, null, h("span", null, group), h("wbr")));
  return h("code", { className: "digits" }, ...groups);
}
