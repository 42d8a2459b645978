import { useRef, useState } from "react";
import { joinTitle, splitTitle } from "./title.ts";

/**
 * The title and the rest of a text, each to be changed by itself.
 *
 * @param body the whole text; where it was changed elsewhere, title and rest follow, and `version` grows
 * @param onChange receives the whole text
 */
export function useTitledText(body: string, onChange: (body: string) => void) {
  const { current: own } = useRef({
    parts: splitTitle(body),
    seen: body,
    /** The changes that were made here and have not come back as `body` yet. */
    reported: [] as string[],
    version: 0,
  });
  const [, render] = useState(0);
  if (body !== own.seen) {
    own.seen = body;
    const at = own.reported.lastIndexOf(body);
    own.reported.splice(0, at + 1);
    if (at === -1) {
      own.parts = splitTitle(body);
      own.version += 1;
    }
  }
  const change = (part: { readonly title: string } | { readonly rest: string }) => {
    own.parts = { ...own.parts, ...part };
    const next = joinTitle(own.parts);
    // A heading that is pasted or finished at the beginning is the title.
    const titled = own.parts.title === "" ? splitTitle(next) : null;
    if (titled !== null && titled.title !== "" && titled.gap.includes("\n")) {
      own.parts = titled;
      own.version += 1;
    }
    own.reported.push(next);
    render((count) => count + 1);
    onChange(next);
  };
  const { title, rest } = own.parts;
  return { title, rest, version: own.version, change };
}
