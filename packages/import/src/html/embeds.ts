type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * The page on which people watch or hear the content of a player in a frame; for unknown players the frame's own address.
 */
export function playerPage(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const host = url.hostname.replace(/^www\./, "");
  const [, id] = /\/(?:embed|video|v|shorts)\/([\w-]+)/.exec(url.pathname) ?? [];
  if (/^youtube(?:-nocookie)?\.com$/.test(host) && id && id !== "videoseries")
    return `https://www.youtube.com/watch?v=${id}`;
  if (host === "player.vimeo.com" && id) return `https://vimeo.com/${id}`;
  if (host === "dailymotion.com" && id) return `https://www.dailymotion.com/video/${id}`;
  if (host === "open.spotify.com") return address.replace("/embed/", "/");
  const shown = host === "w.soundcloud.com" ? url.searchParams.get("url") : null;
  return shown?.startsWith("https://") ? shown : address;
}

/** The address in a frame, a video or a sound: its own, or the one that a script puts there when it is seen. */
export function frameAddress(attributes: Attributes): string {
  const own = (attributes.src ?? attributes.data ?? "").trim();
  if (own !== "" && !/^(?:about|data|javascript|blob):/i.test(own)) return own;
  const lazy = Object.entries(attributes).find(
    ([name, value]) => /^data-(?:[\w-]{0,40}-)?(?:src|url|href)$/.test(name) && value?.trim(),
  );
  return lazy?.[1]?.trim() ?? "";
}

/** The address of a picture: its own, or the one that a script puts there when it is seen. */
export function pictureAddress(attributes: Attributes): string {
  for (const name of ["data-src", "data-lazy-src", "data-original", "data-orig-src", "data-orig-file"])
    if (attributes[name]?.trim()) return attributes[name].trim();
  const own = attributes.src?.trim() ?? "";
  if (own !== "" && !/^data:image\/(?:gif|svg)/.test(own)) return own;
  return (
    firstOf(attributes.srcset ?? attributes["data-srcset"] ?? attributes["data-lazy-srcset"] ?? "") || own
  );
}

/** The last address of a `srcset`, which is mostly the largest. */
function firstOf(set: string): string {
  const candidates = set.split(/,\s+/).map((one) => one.trim().split(/\s/, 1)[0] ?? "");
  return candidates.filter((one) => one !== "").at(-1) ?? "";
}

/** A picture that stands for a sign. */
export function isEmoji({ class: classes = "", src = "", alt = "" }: Attributes): boolean {
  if (alt.trim() === "" || alt.length > 60) return false;
  return (
    /(?:^|[\s_-])(?:twemoji|emoji|emojione|wp-smiley|smiley|emoticon)(?:$|[\s_-])/i.test(classes) ||
    /\/images\/core\/emoji\/|\/twemoji[/@]|\/wp-includes\/images\/smilies\//.test(src)
  );
}

/** Scripts that show something of their site where they stand. */
export function scriptPage({ src = "", ...attributes }: Attributes): string | null {
  const address = src.startsWith("//") ? `https:${src}` : src;
  const [gist] = /^https:\/\/gist\.github\.com\/[\w-]+\/\w+(?=\.js)/.exec(address) ?? [];
  if (gist) return gist;
  const [cast] = /^https:\/\/asciinema\.org\/a\/\w+(?=\.js)/.exec(address) ?? [];
  if (cast) return cast;
  const [fiddle] = /^https:\/\/jsfiddle\.net\/[\w/-]{1,80}?(?=\/embed)/.exec(address) ?? [];
  if (fiddle) return `${fiddle}/`;
  const id = attributes["data-id"] ?? "";
  return /speakerdeck\.com\/assets\/embed/.test(address) && /^\w+$/.test(id)
    ? `https://speakerdeck.com/player/${id}`
    : null;
}

const addressed = [
  "data-instgrm-permalink",
  "data-text-post-permalink",
  "data-embed-url",
  "data-permalink",
  "data-href",
  "data-url",
  "data-link",
  "cite",
];
const embedding = /embed|media|post|video|player|widget|card|tweet/i;
const beside = /like|share|follow|fb-page|comments|button|send-to|save|subscribe/i;

/** The page of another site that its script shows in place of this element; null where it stands for none. */
export function embeddedPage(tagName: string, attributes: Attributes): string | null {
  const classes = attributes.class ?? "";
  const id = (name: string) => {
    const value = attributes[name]?.trim() ?? "";
    return /^[\w-]{1,80}$/.test(value) ? value : null;
  };
  const youtube =
    id("data-youtube-id") ??
    (/^(?:lite|amp)-youtube$/.test(tagName) ? (id("videoid") ?? id("data-videoid")) : null);
  if (youtube) return `https://www.youtube.com/watch?v=${youtube}`;
  const vimeo =
    id("data-vimeo-id") ??
    (/^(?:lite|amp)-vimeo$/.test(tagName) ? (id("videoid") ?? id("data-videoid")) : null);
  if (vimeo) return `https://vimeo.com/${vimeo}`;
  // Editors keep the address of a medium: CKEditor, and what WordPress takes from others.
  const medium = attributes["data-oembed-url"] ?? (tagName === "oembed" ? attributes.url : undefined);
  if (medium !== undefined && URL.canParse(medium)) return medium;
  const tweet = id("data-tweet-id") ?? id("data-tweetid");
  if (tweet) return `https://twitter.com/i/status/${tweet}`;
  const gist = id("data-gist-id") ?? (tagName === "amp-gist" ? id("data-gistid") : null);
  if (gist) return `https://gist.github.com/${gist}`;
  const [, author, post] =
    /^at:\/\/([\w:.-]+)\/app\.bsky\.feed\.post\/(\w+)$/.exec(attributes["data-bluesky-uri"] ?? "") ?? [];
  if (author && post) return `https://bsky.app/profile/${author}/post/${post}`;
  if (/\bimgur-embed/.test(classes) && /^[\w/]{1,20}$/.test(attributes["data-id"] ?? ""))
    return `https://imgur.com/${attributes["data-id"]}`;
  const [pen, user] = [id("data-slug-hash"), id("data-user")];
  if (pen) return `https://codepen.io/${user ?? "pen"}/pen/${pen}`;
  const activity = /strava-embed/.test(classes) ? id("data-embed-id") : null;
  if (activity) return `https://www.strava.com/activities/${activity}`;
  const [chart] = /flourish-embed/.test(classes)
    ? (/^[a-z]+\/\d+/.exec(attributes["data-src"] ?? "") ?? [])
    : [];
  if (chart) return `https://public.flourish.studio/${chart}/`;
  if (!/^(?:div|blockquote|figure|section|p|span|amp-[a-z-]+)$/.test(tagName)) return null;
  if (!embedding.test(`${classes} ${tagName}`) || beside.test(classes)) return null;
  const written = addressed.map((name) => attributes[name]?.trim() ?? "");
  return written.find((address) => /^(?:https?:)?\/\/[^\s/]/.test(address)) ?? null;
}
