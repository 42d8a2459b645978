import { objectOf } from "../../formats/read-text.ts";
import type { MarkdownFile } from "../front-matter.ts";
import { type ConfigFields, lowerNames, textsOf } from "./config-file.ts";
import { matchesGlob } from "./glob.ts";

/** Fields that Hugo gives to the pages below a section, or to all of a site. */
export interface Cascade {
  /** The patterns of the pages that get them; none for all. */
  readonly targets: ConfigFields;
  readonly values: ConfigFields;
}

/** @param written one cascade, or a list of them. Each may have a `target`, which was `_target` */
export function cascadesOf(written: unknown): Cascade[] {
  return (Array.isArray(written) ? written : [written]).flatMap((one) => {
    const fields = lowerNames(one);
    const { target, _target, ...values } = fields;
    return Object.keys(values).length === 0 ? [] : [{ targets: lowerNames(target ?? _target), values }];
  });
}

/** A page, as the targets of cascades name it. */
interface CascadePage {
  /** The path of its file below the folder of texts. */
  readonly path: string;
  readonly isList: boolean;
  readonly language: string | null;
}

/** Own fields first, then those of each cascade that the page is a target of. @param cascades from the innermost one */
export function withCascades(
  own: MarkdownFile["fields"],
  cascades: readonly Cascade[],
  page: CascadePage,
): MarkdownFile["fields"] {
  const fields = new Map(own);
  for (const { targets, values } of cascades) {
    if (!isTarget(targets, page)) continue;
    for (const [name, value] of Object.entries(values)) {
      const known = fields.get(name);
      if (!fields.has(name)) fields.set(name, value);
      else if (name === "params") fields.set(name, { ...objectOf(value), ...objectOf(known) });
    }
  }
  return fields.size === 0 ? own : fields;
}

function isTarget(targets: ConfigFields, { path, isList, language }: CascadePage): boolean {
  const kind = !isList ? "page" : path.includes("/") ? "section" : "home";
  const matchesOne = (value: unknown, names: readonly string[]) =>
    value === undefined ||
    textsOf(value).some((glob) =>
      names.some((name) => matchesGlob(glob.toLowerCase(), name, { crossesFolders: false })),
    );
  const { environment, lang } = objectOf(targets);
  return (
    matchesOne(targets.path, namesOf(path.toLowerCase())) &&
    matchesOne(targets.kind, [kind]) &&
    matchesOne(environment, ["production"]) &&
    (language === null || matchesOne(lang, [language.toLowerCase()]))
  );
}

/** A pattern may name the file, the page, or the folder of its bundle. */
function namesOf(path: string): string[] {
  const page = `/${path.replace(/(?:\.[a-z]{2,3}(?:-[a-z]{2,4})?)?\.[^./]+$/, "")}`;
  const bundle = page.replace(/\/_?index$/, "");
  return [...new Set([`/${path}`, path, page, bundle, `${bundle}/`])];
}
