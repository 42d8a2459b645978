import { linkTo, pictureOf } from "../written-links.ts";

/** The words of a tag: `one "two words"`. */
const wordsOf = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? "",
  );

const tag =
  /(?<!\{)\{%-?[ \t]{0,9}(asset_img|img|asset_link|asset_path|post_link|link|\w{0,20}youtube\w{0,20}|\w{0,20}vimeo\w{0,20}|gist|iframe|jsfiddle|codepen|video|audio|tweet|twitter)[ \t]([^{}\n%]{1,1000})%\}/gi;

/** Tags of Hexo, Octopress and plugins of Jekyll that name pictures, posts and pages elsewhere. */
export function convertHexoTags(prose: string): string {
  return prose
    .replace(
      tag,
      (whole, name: string, text: string) => convertTag(name, wordsOf(text.replace(/-$/, ""))) ?? whole,
    )
    .replace(/\{%-?\s{0,9}(?:end)?(?:pullquote|centerquote|cq)\b[^{}%\n]{0,200}%\}/g, "");
}

function convertTag(name: string, words: readonly string[]): string | null {
  const [first = ""] = words;
  const isAddress = (word: string) => /^(?:https?:)?\/|^[\w./%-]+\.\w{2,5}(?:[?#]|$)/.test(word);
  switch (name) {
    case "asset_img":
    case "img": {
      const at = words.findIndex(isAddress);
      const behind = words.slice(at + 1).filter((word) => !/^\d+(?:px|%)?$/.test(word));
      return at === -1
        ? null
        : pictureOf({ address: words[at] ?? "", alt: behind.at(-1) ?? "", caption: "" });
    }
    case "asset_path":
      return first;
    case "post_link":
    case "asset_link": {
      const title = words.slice(1).filter((word) => !/^(?:true|false)$/.test(word));
      return linkTo(name === "post_link" ? `/_posts/${first}.md` : first, title.join(" ") || first);
    }
    case "link": {
      // Jekyll names a file, and Hexo words and an address.
      if (words.length === 1) return `/${first}`;
      const at = words.findIndex((word) => /^(?:https?:)?\//.test(word));
      return at < 1 ? null : linkTo(words[at] ?? "", words.slice(0, at).join(" "));
    }
    default:
      return pageOf(/youtube|vimeo/i.exec(name)?.[0].toLowerCase() ?? name, words);
  }
}

/** The page of a film, a post or a program that a tag or a shortcode shows; null where it names none. */
export function pageOf(name: string, words: readonly string[]): string | null {
  const [first = "", second = ""] = words;
  if (/^https?:\/\/\S+$/.test(first)) return `<${first}>`;
  if (!/^[\w./@-]+$/.test(first)) return null;
  if (name === "youtube") return `<https://www.youtube.com/watch?v=${first}>`;
  if (name === "vimeo") return `<https://vimeo.com/${first}>`;
  if (name === "gist")
    return `<https://gist.github.com/${/^[\w-]+$/.test(second) && second.length > 5 ? `${first}/${second}` : first}>`;
  if (/^(?:tweet|twitter|x)$/.test(name) && second === "")
    return /^\d+$/.test(first) ? `<https://twitter.com/i/status/${first}>` : null;
  if (/^(?:tweet|twitter|x)$/.test(name)) return `<https://twitter.com/${first}/status/${second}>`;
  if (/^instagram/.test(name)) return `<https://www.instagram.com/p/${first}/>`;
  if (name === "slideshare") return `<https://www.slideshare.net/slideshow/embed_code/${first}>`;
  if (name === "speakerdeck") return `<https://speakerdeck.com/player/${first}>`;
  if (name === "jsfiddle") return `<https://jsfiddle.net/${first}/>`;
  if (name === "spotify") return `<https://open.spotify.com/${second === "" ? first : `${first}/${second}`}>`;
  return null;
}
