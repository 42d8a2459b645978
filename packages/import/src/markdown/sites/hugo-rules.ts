import { valueAt } from "@freehold/protocol/internal";
import { isOfEntry } from "../../errors.ts";
import { objectOf, textOr } from "../../formats/read-text.ts";
import type { ImportArchive } from "../../source.ts";
import { draftBecause, publicBecause } from "../../visibility.ts";
import { type MarkdownFile, readFrontMatter } from "../front-matter.ts";
import { findVisibilityFlag } from "../visibility-flags.ts";
import { type Cascade, cascadesOf, withCascades } from "./cascades.ts";
import { lowerNames, readSiteText, textsOf } from "./config-file.ts";
import {
  type ContentMount,
  contentMounts,
  folderOf as folderOfSetting,
  type SiteLayout,
} from "./find-layout.ts";
import { matchesGlob } from "./glob.ts";
import { createIgnoreRule } from "./ignore-files.ts";
import { readName } from "./site-layout.ts";
import { noRules, type SiteRules } from "./site-rules.ts";

/**
 * The rules of Hugo by its configuration: `cascade` of the site and of sections, `ignoreFiles`, mounts, `buildFuture`,
 * `buildExpired`, disabled languages and kinds, and the rule that texts beside an `index.md` are not pages. Drafts stay drafts, also
 * with `buildDrafts`.
 */
export async function createHugoRules(archive: ImportArchive, layout: SiteLayout): Promise<SiteRules> {
  const { texts, contentFolders } = layout;
  const config = layout.config.fields ?? {};
  const isIgnored = createIgnoreRule(textsOf(config.ignorefiles));
  if (isIgnored === null) return noRules;
  const siteCascades = cascadesOf(config.cascade);
  const sections = await readSections(archive, layout);
  const bundles = new Set(texts.filter((name) => /(?:^|\/)index\.[^/]+$/.test(name)).map(folderOf));
  const mounts = contentMounts(config);
  const ignoredGlobs = textsOf(config.ignored_content);
  const disabled = disabledLanguages(config);
  const disabledFolders = foldersOfLanguages(config, disabled);
  const disabledKinds = new Set(textsOf(config.disablekinds).map((kind) => kind.toLowerCase()));

  /** Texts beside and below an `index.md` are resources of its page. */
  function isResource(name: string): boolean {
    const isIndex = /^index\./.test(name.slice(folderOf(name).length));
    for (
      let folder = isIndex ? outer(folderOf(name)) : folderOf(name);
      folder !== "";
      folder = outer(folder)
    ) {
      if (bundles.has(folder)) return true;
      if (contentFolders.includes(folder)) return false;
    }
    return false;
  }

  /** Own fields with those of the sections around it, from the innermost one. */
  function fieldsOf(name: string, own: MarkdownFile["fields"]): MarkdownFile["fields"] {
    const around = foldersOf(name).flatMap((folder) => sections.get(folder) ?? []);
    const folder = contentFolders.find((one) => name.startsWith(one)) ?? "";
    const { isList, language } = readName(layout, name, null);
    const cascades = [...around.flatMap(({ cascades }) => cascades), ...siteCascades];
    return withCascades(own, cascades, { path: name.slice(folder.length), isList, language });
  }

  const hidden = new Map<string, string[]>();
  for (const { name, fields, language } of [...sections.values()].flat()) {
    const flag = findVisibilityFlag(fieldsOf(name, fields));
    const isHidden = flag && !flag.public && /^(?:draft|private)$/.test(flag.because);
    if (isHidden) hidden.set(folderOf(name), [...(hidden.get(folderOf(name)) ?? []), language]);
  }
  const isOfLanguage = (one: string, language: string) => one === language || one === "" || language === "";
  /** Hugo removes the pages of a section of their language with the section. */
  const isBelowHidden = (name: string, language: string) =>
    foldersOf(name).some((folder) => hidden.get(folder)?.some((one) => isOfLanguage(one, language)));
  const sectionsAround = (name: string, language: string) =>
    foldersOf(name)
      .flatMap((folder) => sections.get(folder) ?? [])
      .filter((one) => one.name !== name && isOfLanguage(one.language, language))
      .map((one) => fieldsOf(one.name, one.fields));

  return {
    showsFuture: config.buildfuture === true,
    showsExpired: config.buildexpired === true,
    apply(name, own) {
      const folder = contentFolders.find((one) => name.startsWith(one)) ?? "";
      const path = name.slice(folder.length);
      const language = languageOf(layout, name);
      const fields = fieldsOf(name, own);
      const isLeftOut =
        isIgnored(`/${name}`) ||
        isResource(name) ||
        ignoredGlobs.some((glob) => matchesGlob(glob, path, { crossesFolders: true })) ||
        (mounts.length > 0 && !mounts.some((mount) => isMounted(mount, name))) ||
        disabled.has(language) ||
        disabledFolders.some((one) => name.startsWith(one)) ||
        disabledKinds.has(readName(layout, name, null).isList ? "section" : "page");
      if (isBelowHidden(name, language)) return { fields, visibility: draftBecause("draft") };
      const visibility = isLeftOut ? draftBecause("unbuilt") : publicBecause("built");
      return { fields, visibility, sections: sectionsAround(name, language) };
    },
  };
}

const folderOf = (name: string) => name.slice(0, name.lastIndexOf("/") + 1);
const outer = (folder: string) => folderOf(folder.slice(0, -1));

/** The folders around a file, from the innermost one. */
function foldersOf(name: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(name); folder !== ""; folder = outer(folder)) folders.push(folder);
  return folders;
}

/** The code in the name of a file; "" for none. */
const languageOf = (layout: SiteLayout, name: string) =>
  readName(layout, name, null).language?.toLowerCase() ?? "";

/** The text of a section in one language. */
interface Section {
  readonly name: string;
  readonly language: string;
  readonly fields: MarkdownFile["fields"];
  readonly cascades: readonly Cascade[];
}

/** The sections by their folders. One whose front matter can't be read counts as a draft. */
async function readSections(
  { entries }: ImportArchive,
  layout: SiteLayout,
): Promise<ReadonlyMap<string, readonly Section[]>> {
  const sections = new Map<string, readonly Section[]>();
  for (const name of layout.texts.filter((one) => /(?:^|\/)_index\.[^/]+$/.test(one))) {
    const fields = await readFields(entries, `${layout.root}${name}`);
    const cascades = cascadesOf(fields?.get("cascade"));
    const section = { name, language: languageOf(layout, name), fields, cascades };
    sections.set(folderOf(name), [...(sections.get(folderOf(name)) ?? []), section]);
  }
  return sections;
}

async function readFields(entries: ImportArchive["entries"], name: string): Promise<MarkdownFile["fields"]> {
  try {
    return readFrontMatter(await readSiteText(entries.get(name))).fields;
  } catch (error) {
    if (!isOfEntry(error)) throw error;
    return new Map([["draft", true]]);
  }
}

/** A file of a mount that its patterns take. */
function isMounted({ source, includes, excludes }: ContentMount, name: string): boolean {
  if (!name.startsWith(source)) return false;
  const path = name.slice(source.length);
  const matches = (glob: string) =>
    [path, `/${path}`].some((one) => matchesGlob(glob, one, { crossesFolders: false }));
  return !excludes.some(matches) && (includes.length === 0 || includes.some(matches));
}

/** The folders that only these languages have. */
function foldersOfLanguages(
  config: Readonly<Record<string, unknown>>,
  codes: ReadonlySet<string>,
): readonly string[] {
  const named = Object.entries(objectOf(config.languages)).flatMap(([code, one]) => {
    const folder = textOr(lowerNames(one).contentdir);
    return folder === "" ? [] : [{ folder: folderOfSetting(folder), isOut: codes.has(code.toLowerCase()) }];
  });
  const shared = named.filter(({ isOut }) => !isOut).map(({ folder }) => folder);
  return named.flatMap(({ folder, isOut }) => (isOut && !shared.includes(folder) ? [folder] : []));
}

function disabledLanguages(config: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const languages = Object.entries((config.languages ?? {}) as object);
  const ofLanguages = languages.flatMap(([code, one]) => (valueAt(one, "disabled") === true ? [code] : []));
  return new Set(
    [...textsOf(config.disablelanguages), ...ofLanguages].map((code) => textOr(code).toLowerCase()),
  );
}
