import { draftBecause, type Visibility } from "../../visibility.ts";
import type { MarkdownFile } from "../front-matter.ts";
import { findVisibilityFlag } from "../visibility-flags.ts";

/** The fields of a text with the additions of its site, and whether the site's program makes a public page of it. */
export interface RuledText {
  readonly fields: MarkdownFile["fields"];
  readonly visibility: Visibility;
  /** The fields of the sections around it, without which it is not shown. */
  readonly sections?: readonly MarkdownFile["fields"][];
}

/** The rules by which the program of a site makes public pages of its texts. */
export interface SiteRules {
  /** Pages with a date to come are public. */
  readonly showsFuture: boolean;
  /** Pages are public after their last date. */
  readonly showsExpired: boolean;
  /** @param name the name of a text, without the root */
  apply(name: string, fields: MarkdownFile["fields"]): RuledText;
}

/** The rules of a folder of an unknown program, or whose configuration can't be read. */
export const noRules: SiteRules = {
  showsFuture: false,
  showsExpired: false,
  apply: (_name, fields) => ({ fields, visibility: draftBecause("unsaid") }),
};

/** The visibility of a text by the rules of its site and by the fields of its front matter: it is public where neither objects. */
export function ruleText(
  rules: SiteRules,
  { name, fields }: { readonly name: string; readonly fields: MarkdownFile["fields"] },
): RuledText {
  const ruled = rules.apply(name, fields);
  const flag = findVisibilityFlag(ruled.fields);
  const { visibility } = ruled;
  const isUnsaid = !visibility.public && visibility.because === "unsaid";
  if (flag && (!flag.public || isUnsaid) && (visibility.public || isUnsaid))
    return { ...ruled, visibility: flag };
  return ruled;
}
