import { CommentList } from "../../comments.ts";
import { addParagraphs } from "./paragraphs.ts";

/** The fields that are read: mail addresses, network addresses and names of browsers are not. */
const fields: ReadonlySet<string> = new Set([
  "wp:comment_id",
  "wp:comment_author",
  "wp:comment_author_url",
  "wp:comment_date_gmt",
  "wp:comment_content",
  "wp:comment_approved",
  "wp:comment_type",
  "wp:comment_parent",
]);

/** The comments on one item of a WXR file. Notes of shops, reviews, pingbacks and trackbacks have types of their own. */
export class WxrComments {
  readonly list = new CommentList();
  readonly #texts = new Map<string, string>();

  begin(): void {
    this.#texts.clear();
  }

  field(name: string, text: string): void {
    if (fields.has(name)) this.#texts.set(name, text);
  }

  end(): void {
    const text = (name: string) => this.#texts.get(`wp:comment_${name}`)?.trim() ?? "";
    const approved = text("approved");
    if (!/^(?:comment)?$/.test(text("type")) || /^(?:spam|trash|post-trashed)$/.test(approved)) return;
    if (approved !== "1") {
      this.list.unapproved += 1;
      return;
    }
    this.list.add({
      id: text("id") || `${text("date_gmt")} ${text("author")}`,
      parent: text("parent"),
      author: text("author"),
      url: text("author_url"),
      date: text("date_gmt"),
      html: addParagraphs(text("content")),
    });
  }
}
