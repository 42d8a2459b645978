const opened: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/**
 * The address that a click on a link of the editor opens: a pasted or proposed text may name any address.
 *
 * @param written as it stands in the Markdown, maybe in `<>`
 * @param base the address of this page
 * @returns null for anything but the web and mail
 */
export function readLinkAddress(written: string, base: string): string | null {
  const url = URL.parse(written.replace(/^<(.*)>$/s, "$1"), base);
  return url !== null && opened.has(url.protocol) ? url.href : null;
}
