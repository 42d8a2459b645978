type Attributes = Readonly<Record<string, string | undefined>>;

interface OpenElement {
  readonly name: string;
  /** Whether it became a link. */
  isLink: boolean;
  /** The picture that a `source` of it names. */
  picture: string;
}

const around: ReadonlySet<string> = new Set([
  "video",
  "audio",
  "object",
  "iframe",
  "picture",
  "amp-video",
  "amp-audio",
  "amp-iframe",
]);

/** Elements that stand for a picture, sound, film or frame. */
export const mediaTags =
  "img image amp-img video audio source embed object iframe param amp-video amp-audio amp-iframe amp-youtube lite-youtube";

/**
 * The addresses of pictures, sounds, films and frames in HTML of somebody else, which become links. An element may name its file
 * itself, in an attribute that a script reads, or in an element inside of it, and each is linked once.
 */
export class ForeignMedia {
  readonly #open: OpenElement[] = [];

  opened(name: string): void {
    if (around.has(name)) this.#open.push({ name, isLink: false, picture: "" });
  }

  closed(name: string): void {
    if (this.#open.at(-1)?.name === name) this.#open.pop();
  }

  /** Whether the element is inside of a link to its file. Links can't be in one another. */
  get isWithinLink(): boolean {
    return this.#open.some(({ isLink }) => isLink);
  }

  /** @returns the address that the element is to lead to; null if it is to be left out, and its content stays */
  addressOf(tag: string, attributes: Attributes): string | null {
    const outer = this.#open.at(-1);
    if (/^(?:img|image|amp-img)$/.test(tag)) return isPixel(attributes) ? null : pictureOf(attributes, outer);
    if (outer?.name === "picture") {
      outer.picture ||= pictureOf(attributes, undefined) ?? "";
      return null;
    }
    // Its own link, or one of what it is in.
    if (outer?.isLink) return null;
    const address = tag === "param" ? parameterOf(attributes) : fileOf(attributes);
    if (address === "") return null;
    if (outer) outer.isLink = true;
    return playerPage(address);
  }
}

const lazy = ["data-src", "data-lazy-src", "data-original", "data-orig-file", "data-url"];

function pictureOf(attributes: Attributes, outer: OpenElement | undefined): string | null {
  const named = lazy.map((name) => attributes[name]?.trim() ?? "").find((address) => address !== "");
  const own = attributes.src?.trim() ?? "";
  if (named) return named;
  if (own !== "" && !own.startsWith("data:")) return own;
  const sets = [attributes.srcset, attributes["data-srcset"], attributes["data-lazy-srcset"]];
  const [largest = ""] = sets.map((set) => lastOf(set ?? "")).filter((address) => address !== "");
  return largest || outer?.picture || own || null;
}

/** The last address of a `srcset`, which is mostly the largest. */
function lastOf(set: string): string {
  return (
    set
      .slice(set.search(/,\s[^,]*$/) + 1)
      .trim()
      .split(/\s/, 1)[0] ?? ""
  );
}

/** A picture of one pixel, by which a server counts readers. */
function isPixel({ width = "", height = "" }: Attributes): boolean {
  return /^[01](?:px)?$/.test(width.trim()) && /^[01](?:px)?$/.test(height.trim());
}

function fileOf(attributes: Attributes): string {
  const own = (attributes.src ?? attributes.data ?? "").trim();
  if (own !== "" && !/^(?:about|data|javascript|blob):/i.test(own)) return own;
  const named = lazy.map((name) => attributes[name]?.trim() ?? "").find((address) => address !== "");
  const video = attributes.videoid ?? attributes["data-videoid"] ?? "";
  return named ?? (/^[\w-]{1,20}$/.test(video) ? `https://www.youtube.com/watch?v=${video}` : "");
}

/** The file of a player of old, as `<param name="movie">` names it. */
function parameterOf({ name = "", value = "" }: Attributes): string {
  return /^(?:movie|src|url|filename)$/i.test(name) ? value.trim() : "";
}

/** The page on which people watch the film of a player; any other address as it is. */
function playerPage(address: string): string {
  const url = URL.parse(address, "https://player.invalid");
  const host = url?.host.replace(/^www\./, "") ?? "";
  const [, id] = /^\/(?:embed|v|shorts|video)\/([\w-]{1,20})/.exec(url?.pathname ?? "") ?? [];
  if (!id || id === "videoseries") return address;
  if (/^youtube(?:-nocookie)?\.com$/.test(host)) return `https://www.youtube.com/watch?v=${id}`;
  return host === "player.vimeo.com" ? `https://vimeo.com/${id}` : address;
}
