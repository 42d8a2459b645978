import { escapeHtml } from "@freehold/protocol/internal";
import { listOf, objectOf, readPlainText, textOr } from "./read-text.ts";

type Facts = Readonly<Record<string, unknown>>;

// Characters of the tag with everything that a script shows.
const opening = /<div\s[^<>]{1,60000}>/g;

/** The text without the labels that only the editor shows. */
export const withoutHiddenLabels = (html: string): string =>
  html.replace(/<label\s[^<>]{0,300}hide-text[^<>]{0,300}>[^<>]{0,500}<\/label>/g, "");

/**
 * Fills the places in a text where Substack's scripts show something: posts of other sites, galleries, posts of Substack. An export has no
 * videos and sounds that were uploaded there, which is noted.
 */
export function withEmbeds(html: string, notes: Set<string>): string {
  if (!html.includes("data-attrs=")) return html;
  return html.replace(opening, (tag) => {
    const facts = readFacts(attributeOf(tag, "data-attrs"));
    return facts === null ? tag : `${show(attributeOf(tag, "class"), facts, notes)}${tag}`;
  });
}

/** The value of an attribute as it is written; "" without it. */
function attributeOf(tag: string, name: string): string {
  const mark = ` ${name}="`;
  const at = tag.indexOf(mark);
  const from = at + mark.length;
  return at < 0 ? "" : tag.slice(from, Math.max(from, tag.indexOf('"', from)));
}

function readFacts(written: string): Facts | null {
  try {
    return objectOf(
      JSON.parse(
        written
          .replaceAll("&quot;", '"')
          .replaceAll("&#39;", "'")
          .replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">")
          .replaceAll("&amp;", "&"),
      ),
    );
  } catch {
    return null;
  }
}

function show(classes: string, facts: Facts, notes: Set<string>): string {
  const is = (name: string) => new RegExp(`(?:^|\\s)${name}(?:\\s|$)`).test(classes);
  if (is("native-video-embed"))
    return leaveOut("A video that was uploaded to Substack is not in the export: add the file here.", notes);
  if (is("native-audio-embed"))
    return leaveOut(
      "A recording that was uploaded to Substack is not in the export: add the file here.",
      notes,
    );
  if (is("poll-embed")) return leaveOut("A poll of Substack is not in the export.", notes);
  if (is("latex-rendered"))
    return `<p><code class="formula">${escapeHtml(textOr(facts.persistentExpression))}</code></p>`;
  if (is("tweet") || is("twitter-embed")) return tweet(facts);
  if (is("image-gallery-embed")) return gallery(facts);
  if (is("embedded-post-wrap") || is("digest-post-embed")) return linked(facts, textOr(facts.title));
  if (is("embedded-publication-wrap")) return linked({ url: facts.base_url }, textOr(facts.name));
  if (
    is("apple-podcast-container") ||
    is("instagram") ||
    is("tiktok-wrap") ||
    is("bluesky-wrap") ||
    is("comment") ||
    is("prediction-market-wrap")
  )
    return linked(facts, textOr(facts.title));
  return "";
}

function leaveOut(note: string, notes: Set<string>): string {
  notes.add(note);
  return "";
}

/** The words of a tweet, who wrote them, and the address. */
function tweet(facts: Facts): string {
  const [url, name] = [addressOf(facts.url), textOr(facts.name) || textOr(facts.username)];
  if (url === null) return "";
  const words = readPlainText(textOr(facts.full_text));
  const photos = listOf(facts.photos).map((one) => picture(textOr(one.img_url) || textOr(one.url), ""));
  return `<blockquote><p>${escapeHtml(words)}</p>${photos.join("")}<p>— ${escapeHtml(name)}</p></blockquote><p><a href="${url}">${url}</a></p>`;
}

function gallery({ gallery: given }: Facts): string {
  const { images, alt, caption } = objectOf(given);
  const pictures = listOf(images).map(({ src }) => picture(textOr(src), textOr(alt)));
  return `<figure>${pictures.join("")}<figcaption>${escapeHtml(textOr(caption))}</figcaption></figure>`;
}

function picture(address: string, alt: string): string {
  const src = addressOf(address);
  return src === null ? "" : `<figure><img src="${src}" alt="${escapeHtml(alt)}"></figure>`;
}

function linked(facts: Facts, words: string): string {
  const url = addressOf(facts.url) ?? addressOf(facts.canonical_url) ?? addressOf(facts.targetUrl);
  return url === null ? "" : `<p><a href="${url}">${escapeHtml(words) || url}</a></p>`;
}

function addressOf(value: unknown): string | null {
  const url = URL.parse(textOr(value));
  return url !== null && /^https?:$/.test(url.protocol) ? escapeHtml(url.href) : null;
}
