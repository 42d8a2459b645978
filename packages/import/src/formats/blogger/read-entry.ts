import { childOf, childrenOf, htmlOf, textOf, type XmlElement } from "../../feeds/xml-elements.ts";

/** An entry of a backup of Blogger. Texts are as they were written; "" for a missing one. */
export interface BackupEntry {
  readonly kind: "post" | "page" | "comment" | "settings";
  /** `backup` names its kind by a category, `takeout` by `blogger:type`, `other` not at all. */
  readonly form: "backup" | "takeout" | "other";
  readonly id: string;
  readonly title: string;
  readonly html: string;
  readonly excerpt: string;
  readonly published: string;
  /** The address of the page. */
  readonly link: string;
  /** The addresses of the sounds and videos of an episode. */
  readonly enclosures: readonly string[];
  /** The path of the page. */
  readonly filename: string;
  readonly tags: readonly string[];
  readonly author: string;
  /** The address of its author's page. */
  readonly authorUrl: string;
  /** The id of the post that a comment is on. */
  readonly post: string;
  /** The id, or an address, of the comment that it answers. */
  readonly parent: string;
  /** The text of a comment was deleted, and says so. */
  readonly isEmptied: boolean;
  /** `LIVE`, `DRAFT` and alike, of Takeout. */
  readonly status: string;
  /** `yes` or `no`, of the older form. */
  readonly draft: string;
  readonly isTrashed: boolean;
}

const kindScheme = "http://schemas.google.com/g/2005#kind";

export function readEntry(element: XmlElement): BackupEntry {
  const text = (...names: string[]) => textOf(childOf(element, ...names)).trim();
  const categories = childrenOf(element, "atom:category").map(({ attributes }) => ({
    scheme: attributes.get("scheme") ?? "",
    term: attributes.get("term") ?? "",
  }));
  const named = categories.find(({ scheme, term }) => scheme === kindScheme || /\/kind#\w+$/.test(term));
  const type = text("blogger:type").toLowerCase();
  const word = /#(\w+)$/.exec(named?.term ?? "")?.[1] ?? "";
  const content = childOf(element, "atom:content", "atom:summary");
  const draft = childOf(childOf(element, "app:control", "control"), "app:draft", "draft");
  const status = text("blogger:status").toUpperCase();
  const links = childrenOf(element, "atom:link").map(({ attributes }) => attributes);
  const link = links.find((one) => (one.get("rel") ?? "alternate") === "alternate");
  const author = childOf(element, "atom:author");
  const related = links.find((one) => one.get("rel") === "related")?.get("href") ?? "";
  return {
    kind: kindOf([type, word, childOf(element, "thr:in-reply-to") ? "comment" : ""]),
    form: type !== "" ? "takeout" : named ? "backup" : "other",
    id: text("atom:id"),
    title: text("atom:title"),
    excerpt: text("blogger:metaDescription"),
    html: content?.attributes.get("type") === "xhtml" ? htmlOf(content) : textOf(content),
    published: text("atom:published", "blogger:created", "atom:updated"),
    link: link?.get("href")?.trim() ?? "",
    enclosures: links
      .filter((one) => one.get("rel") === "enclosure")
      .map((one) => one.get("href")?.trim() ?? "")
      .filter((one) => /^https?:\/\/[^\s"<>]+$/.test(one)),
    filename: text("blogger:filename"),
    tags: categories.filter((one) => one !== named && one.term !== "").map(({ term }) => term),
    author: textOf(childOf(author, "atom:name")).trim(),
    authorUrl: textOf(childOf(author, "atom:uri")).trim(),
    post: text("blogger:parent") || (childOf(element, "thr:in-reply-to")?.attributes.get("ref") ?? "").trim(),
    parent: text("blogger:inReplyTo") || related,
    isEmptied: childrenOf(element, "gd:extendedProperty").some(
      ({ attributes }) => attributes.get("name") === "blogger.contentRemoved",
    ),
    status,
    draft: textOf(draft).trim().toLowerCase(),
    isTrashed: /TRASH/.test(status) || text("blogger:trashed") !== "",
  };
}

/** An entry of an unknown kind is taken for a setting, which is left out. */
function kindOf(words: readonly string[]): BackupEntry["kind"] {
  const given = words.filter((word) => word !== "");
  if (given.includes("comment")) return "comment";
  if (given.length === 0) return "post";
  return given.every((word) => word === "post" || word === "page")
    ? given.includes("page")
      ? "page"
      : "post"
    : "settings";
}

/** Whether a setting does not say that only some people can read the blog. */
export function isReadableByAll({ kind, id, html }: BackupEntry): boolean {
  if (kind !== "settings" || !id.endsWith(".settings.BLOG_READ_ACCESS_MODE")) return true;
  return html.trim().toLowerCase() === "public";
}
