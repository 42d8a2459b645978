import type { SaxesTagNS } from "saxes";

const prefixes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "http://www.w3.org/2005/Atom": "atom:",
    "http://purl.org/atom/ns#": "atom:",
    "http://purl.org/rss/1.0/": "",
    "http://my.netscape.com/rdf/simple/0.9/": "",
    "http://channel.netscape.com/rdf/simple/0.9/": "",
    "http://backend.userland.com/rss2": "",
    "http://purl.org/rss/1.0/modules/content/": "content:",
    "http://purl.org/dc/elements/1.0/": "dc:",
    "http://purl.org/dc/elements/1.1/": "dc:",
    "http://purl.org/dc/terms/": "dcterms:",
    "http://purl.org/rss/1.0/modules/dcterms/": "dcterms:",
    "http://purl.org/rss/1.0/modules/syndication/": "sy:",
    "http://search.yahoo.com/mrss/": "media:",
    "http://video.search.yahoo.com/mrss": "media:",
    "http://www.rssboard.org/media-rss": "media:",
    "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes:",
    "http://www.google.com/schemas/play-podcasts/1.0": "googleplay:",
    "http://rssnamespace.org/feedburner/ext/1.0": "feedburner:",
    "http://www.pheedo.com/namespace/pheedo": "pheedo:",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf:",
    "http://purl.org/atom/app#": "app:",
    "http://www.w3.org/2007/app": "app:",
    "http://purl.org/syndication/thread/1.0": "thr:",
    "http://schemas.google.com/blogger/2008": "blogger:",
    "http://schemas.google.com/blogger/2018": "blogger:",
    "http://www.w3.org/1999/xhtml": "",
    "http://www.w3.org/XML/1998/namespace": "xml:",
  }).map(([uri, prefix]) => [plainUri(uri), prefix]),
);

/** Feeds write the addresses of namespaces with other letters, and with or without an end. */
function plainUri(uri: string): string {
  return uri.toLowerCase().replace(/[/#]$/, "");
}

// Names that are written in small letters, too, or in capitals alone.
const spellings: ReadonlyMap<string, string> = new Map(
  "rss channel item title link description guid author category enclosure feed pubDate lastBuildDate managingEditor webMaster updatePeriod updateFrequency origLink RDF isPermaLink fileSize isDefault"
    .split(" ")
    .map((name) => [name.toLowerCase(), name]),
);

/** The namespaces of a document, by which its elements get the prefix that they usually have. */
export class XmlNames {
  readonly #known = new Map<string, string>();
  #isInCapitals = false;

  /** Atom without its namespace, or with one of its own, is named by its root. */
  begin({ local, uri }: Pick<SaxesTagNS, "local" | "uri">): void {
    if (local.toLowerCase() === "feed") this.#known.set(uri, "atom:");
    this.#isInCapitals = local === "RSS" || local === "CHANNEL" || local === "FEED";
  }

  element({ uri, prefix, local }: Pick<SaxesTagNS, "uri" | "prefix" | "local">): string {
    let known = this.#known.get(uri);
    if (known === undefined) {
      const named = uri === "" ? undefined : prefixes.get(plainUri(uri));
      if (named !== undefined) this.#known.set(uri, named);
      known = named ?? (prefix === "" ? "" : `${prefix}:`);
    }
    return `${known}${this.#spell(local)}`;
  }

  attributes({ attributes }: SaxesTagNS): ReadonlyMap<string, string> {
    const named = new Map<string, string>();
    for (const key in attributes) {
      const { name, uri, prefix, local, value } = attributes[key] as (typeof attributes)[string];
      if (name === "xmlns" || prefix === "xmlns") continue;
      const known = uri === "" ? undefined : prefixes.get(plainUri(uri));
      named.set(`${known ?? (prefix === "" ? "" : `${prefix}:`)}${this.#spell(local)}`, value);
    }
    return named;
  }

  #spell(local: string): string {
    return spellings.get(local.toLowerCase()) ?? (this.#isInCapitals ? local.toLowerCase() : local);
  }
}
