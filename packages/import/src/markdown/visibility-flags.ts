import { objectOf } from "../formats/read-text.ts";
import { type DraftReason, draftBecause, publicBecause, type Visibility } from "../visibility.ts";
import { dateOfText, type MarkdownFile } from "./front-matter.ts";

/** Fields that make a text a draft where they are true. Their names are without case, `-` and `_`. */
const hidingFields: ReadonlyMap<string, DraftReason> = new Map(
  Object.entries({
    draft: "draft",
    isdraft: "draft",
    drafts: "draft",
    wip: "draft",
    unpublished: "draft",
    private: "private",
    isprivate: "private",
    confidential: "private",
    secret: "private",
    protected: "private",
    passwordprotected: "private",
    membersonly: "private",
    encrypted: "private",
    hidden: "unlisted",
    ishidden: "unlisted",
    hide: "unlisted",
    unlisted: "unlisted",
    isunlisted: "unlisted",
    noindex: "unlisted",
    robotsnoindex: "unlisted",
    eleventyexcludefromcollections: "unlisted",
    excludefromcollections: "unlisted",
    headless: "unbuilt",
    trashed: "draft",
    deleted: "draft",
    trash: "draft",
    drafted: "draft",
    unpublish: "draft",
    nopublish: "draft",
    dontpublish: "draft",
    donotpublish: "draft",
    notpublished: "draft",
    disabled: "draft",
    inactive: "draft",
    todo: "draft",
    personal: "private",
    internal: "private",
    members: "private",
    subscribersonly: "private",
    paid: "private",
    premium: "private",
    paywall: "private",
    patreon: "private",
    encrypt: "private",
    lock: "private",
    locked: "private",
    stealth: "unlisted",
    archived: "unlisted",
    exclude: "unlisted",
    excluded: "unlisted",
    hiddeninhomelist: "unlisted",
    hiddenfromhomepage: "unlisted",
    hiddenfromsearch: "unlisted",
    hidefromlist: "unlisted",
    hidefromlists: "unlisted",
    searchexclude: "unlisted",
    sitemapexclude: "unlisted",
    excludefromsearch: "unlisted",
    excludefromsitemap: "unlisted",
  }),
);
/** Fields whose objects name parts of a page that are hidden (`hide: [navigation]`). */
const ofParts: ReadonlySet<string> = new Set([
  "hide",
  "hidden",
  "template",
  "members",
  "exclude",
  "excluded",
  "lock",
]);

/** Fields that make a text a draft where they are false, and public where they are true. */
const showingFields: ReadonlyMap<string, DraftReason> = new Map(
  Object.entries({
    published: "draft",
    publish: "draft",
    ispublished: "draft",
    dgpublish: "draft",
    public: "private",
    ispublic: "private",
  }),
);

/** Fields that make a text a draft where they are false, and say nothing where they are true. */
const neededFields: ReadonlyMap<string, DraftReason> = new Map(
  Object.entries({
    permalink: "unbuilt",
    render: "unbuilt",
    output: "unbuilt",
    listed: "unlisted",
    visible: "unlisted",
    show: "unlisted",
    display: "unlisted",
    searchable: "unlisted",
    index: "unlisted",
    indexed: "unlisted",
    sitemap: "unlisted",
    enabled: "draft",
    active: "draft",
    live: "draft",
  }),
);

const passwordFields = new Set("password passwords passphrase passcode passwd pass postpassword".split(" "));
const statusFields = new Set(["status", "state", "poststatus", "publishstatus", "publishingstatus"]);
/** Fields whose words may hide a text, and show none. */
const likeStatusFields = new Set(["stage", "phase", "workflow", "permission", "permissions"]);
const audienceFields = new Set(["visibility", "access", "privacy", "audience"]);
/** Names of a kind of page, of its layout, and of its subjects. */
const kindFields = new Set(["type", "layout", "tags", "tag", "keywords", "category", "categories"]);
const hiddenKinds: ReadonlyMap<string, DraftReason> = new Map(
  Object.entries({
    draft: "draft",
    drafts: "draft",
    wip: "draft",
    private: "private",
    secret: "private",
    hidden: "unlisted",
    unlisted: "unlisted",
  }),
);

const publicWords = /^(?:publish|published|public|live|posted|open|everyone|everybody|all|world|visible)$/;
const hidingWords: readonly (readonly [RegExp, DraftReason])[] = [
  [/^(?:auto-?)?drafts?$|^(?:wip|unpublished|pending|review|todo|idea|inactive|disabled|offline)$/, "draft"],
  [
    /^(?:writing|outline|stub|rough|unfinished|incomplete|backlog|planned|staging|blocked|rejected)$/,
    "draft",
  ],
  [/^(?:on[ _-]hold|to[ _-]do|needs?[ _-](?:review|work|edit\w*)|false|no|off|0)$/, "draft"],
  [/^in[ _-](?:progress|review)$|^not[ _-]published$|^(?:un)?finished[ _-]draft$|^ready$/, "draft"],
  [
    /^(?:private|password|protected|secret|confidential|internal|personal|restricted|embargo(?:ed)?)$/,
    "private",
  ],
  [
    /^(?:paid|tiers|premium|direct)$|^(?:followers?|friends?)(?:[ _-]?only)?$|^(?:members?|subscribers?)(?:[ _-]?only)?$/,
    "private",
  ],
  [/^(?:unlisted|hidden|archived)$/, "unlisted"],
  [/^(?:future|scheduled?)$/, "scheduled"],
  [/^(?:trash(?:ed)?|deleted|removed|inherit|sent|expired)$/, "draft"],
];

/**
 * Reads every field of front matter that says whether a text is public, with the booleans of YAML 1.1 (`yes`, `off`, `1`)
 * and texts of them. A field that hides the text outweighs all others, and a value that can't be understood hides it.
 *
 * @param fields by their names in lower case
 * @returns null where no field says anything
 */
export function findVisibilityFlag(fields: MarkdownFile["fields"]): Visibility | null {
  let isShown = false;
  const params = Object.entries(objectOf(fields?.get("params"))).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  for (const [written, value] of [...(fields ?? []), ...params]) {
    const flag = readFlag(written.replace(/[^a-z\d]/g, ""), value);
    if (flag !== null && flag !== "public") return draftBecause(flag);
    isShown ||= flag === "public";
  }
  return isShown ? publicBecause("flagged") : null;
}

function readFlag(name: string, value: unknown): DraftReason | "public" | null {
  if (name === "build") return readBoolean(value) === false ? "unbuilt" : readBuild(value);
  if (name === "outputs") return Array.isArray(value) && value.length === 0 ? "unbuilt" : null;
  if (name === "seo" || name === "robots" || name === "meta") return isUnindexed(value) ? "unlisted" : null;
  if (value === null || value === undefined || value === "") return null;
  if (passwordFields.has(name)) return value === false ? null : "private";
  if (likeStatusFields.has(name)) return hidingOnly(readWords(value));
  if (statusFields.has(name)) return readWords(value);
  if (audienceFields.has(name))
    return readWords(value) ?? (name === "visibility" && readBoolean(value) !== true ? "private" : null);
  if (kindFields.has(name)) return readKinds(value);
  const state = readBoolean(value);
  const hides = hidingFields.get(name);
  if (hides && typeof value === "object") return !ofParts.has(name) && holdsSome(value) ? hides : null;
  if (hides) return state === false ? null : hides;
  const needed = neededFields.get(name);
  if (needed)
    return state === false || (name === "permalink" && objectOf(value).build === false) ? needed : null;
  const shows = showingFields.get(name);
  if (!shows) return null;
  if (state !== null) return state ? "public" : shows;
  // `published` is often a date.
  if (typeof value === "object" || dateOfText(String(value)) !== null) return null;
  return readWords(value) ?? shows;
}

const hidingOnly = (flag: DraftReason | "public" | null) => (flag === "public" ? null : flag);

/** Words of a text or of a list of them. */
function readWords(value: unknown): DraftReason | "public" | null {
  const words = [value].flat().map((one) => wordOf(one));
  const hiding = words.map((word) => hidingWords.find(([pattern]) => pattern.test(word))?.[1]);
  const found = hiding.find((one) => one !== undefined);
  return found ?? (words.length > 0 && words.every((word) => publicWords.test(word)) ? "public" : null);
}

/** A list or an object with anything in it that is not false. */
function holdsSome(value: unknown): boolean {
  return Object.values(objectOf(value)).some((one) => readBoolean(one) !== false);
}

/** A kind or a subject that says that a page is not for everybody. */
function readKinds(value: unknown): DraftReason | null {
  const words = (Array.isArray(value) ? value : wordOf(value).split(",")).map((one) => wordOf(one));
  return words.map((word) => hiddenKinds.get(word)).find((one) => one !== undefined) ?? null;
}

/** A table of TOML has no text, not even a useless one. */
const wordOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? "" : String(value).trim().toLowerCase();

const trueWords = new Set(["true", "yes", "y", "on", "1", "t"]);
const falseWords = new Set(["false", "no", "n", "off", "0", "f", "never", "none", "null", "~"]);

/** null for a value that is neither true nor false. */
function readBoolean(value: unknown): boolean | null {
  const word = wordOf(value);
  return trueWords.has(word) ? true : falseWords.has(word) ? false : null;
}

/** Hugo's `build`: no page is rendered, or none is listed. */
function readBuild(value: unknown): DraftReason | null {
  const fields = Object.entries(objectOf(value)).map(([name, one]) => [name.toLowerCase(), one] as const);
  const { render, list } = Object.fromEntries(fields);
  if (readBoolean(render) === false || render === "link") return "unbuilt";
  return readBoolean(list) === false || list === "local" ? "unlisted" : null;
}

function isUnindexed(value: unknown): boolean {
  const { noindex, index, robots } = objectOf(value);
  const words = [value, robots].flat().filter((one) => typeof one === "string");
  return (
    readBoolean(noindex) === true ||
    readBoolean(index ?? true) === false ||
    /\b(?:noindex|none)\b/i.test(words.join(" "))
  );
}
