import { Fragment, createElement as h, type ReactElement } from "react";
import { digits } from "./digits.ts";
import type { View } from "./view.ts";

/** An address or a hash for comparing, which is copied with one touch where a script runs (look.md). */
export function copyableDigits(hex: string, { words }: Pick<View, "words">): ReactElement {
  const { copy, copied } = words.digits;
  return h(
    Fragment,
    null,
    digits(hex),
    " ",
    h("button", { className: "copy", type: "button", hidden: true, "data-copied": copied }, copy),
  );
}
