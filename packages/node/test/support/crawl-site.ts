import { type HtmlElement, readHtml } from "./read-html.ts";

/** A page or a file of a site, as it was answered. */
export interface Found {
  readonly status: number;
  readonly mediaType: string;
  /** The address that a redirect led to; its links start there. */
  readonly address?: string;
  readonly body: string;
}

/** An address of a site, and where it was named. */
interface Named {
  readonly address: string;
  readonly by: string;
}

const addresses = ["href", "src", "poster"] as const;

/** The addresses of the same site that a page names, with their fragments. @param path the page's own address */
function namedBy(elements: readonly HtmlElement[], path: string, origin: string): Named[] {
  const named = elements.flatMap(({ tag, attributes }) => {
    const sets = attributes.srcset?.split(/,\s+/).map((one) => one.trim().split(/\s/)[0] ?? "") ?? [];
    // Mentions are posted there.
    const isEndpoint = attributes.rel === "webmention";
    const one = isEndpoint ? [] : addresses.flatMap((name) => attributes[name] ?? []);
    // A form that asks is a link, too.
    const action = tag === "form" && attributes.method !== "post" ? (attributes.action ?? []) : [];
    return [...one, ...sets, ...[action].flat()];
  });
  return named.flatMap((address) => {
    const url = URL.parse(address, `${origin}${path}`);
    if (url?.origin !== origin) return [];
    return [{ address: `${url.pathname}${url.search}${url.hash}`, by: path }];
  });
}

const withoutFragment = (address: string): string => address.split("#", 1)[0] ?? "";

/**
 * Reads a site from its home page along all links.
 *
 * @param read answers an address of the site; redirects are followed
 * @returns what was found by its address, and the links that lead nowhere: no answer of 200, or no element with the fragment's id
 */
export async function crawlSite(
  starts: readonly string[],
  origin: string,
  read: (address: string) => Promise<Found>,
): Promise<{ found: ReadonlyMap<string, Found>; broken: string[] }> {
  const found = new Map<string, Found>();
  const broken = new Set<string>();
  const ids = new Map<string, ReadonlySet<string | undefined>>();
  const waiting: Named[] = starts.map((address) => ({ address, by: "the start" }));
  for (const { address, by } of waiting) {
    const page = withoutFragment(address);
    if (!found.has(page)) {
      const reply = await read(page);
      found.set(page, reply);
      if (reply.mediaType.startsWith("text/html")) {
        const elements = readHtml(reply.body);
        waiting.push(...namedBy(elements, reply.address ?? page, origin));
        ids.set(page, new Set(elements.map(({ attributes }) => attributes.id)));
      }
    }
    const status = found.get(page)?.status;
    const fragment = decodeURIComponent(address.slice(page.length + 1));
    if (status !== 200) broken.add(`${by} names ${address}: ${status}`);
    else if (fragment && ids.get(page)?.has(fragment) === false)
      broken.add(`${by} names ${address}: no such id`);
  }
  return { found, broken: [...broken] };
}
