import { mapProse } from "../prose.ts";
import { addressOfContents } from "./url.ts";

/** The target of a link, picture or element that is the path of contents without a host. */
const relative =
  /(?<before>\](?:\(|:)[ \t\r\n]*<?|\b(?:src|href|poster)[ \t\r\n]*=[ \t\r\n]*["']?)\/ewp\/contents\/(?<hash>0x[0-9a-fA-F]{64})(?![0-9a-fA-F])/g;

/**
 * Writes the address of this node before the paths of contents that a Markdown text refers to, so that nodes which show texts as they
 * are find them. Code keeps its bytes. Without an address that others reach, the text stays as it is.
 *
 * @param nodeUrl the address of the node that has the contents
 */
export function completeAddresses(markdown: string, nodeUrl: string): string {
  if (!markdown.includes("/ewp/contents/0x")) return markdown;
  return mapProse(
    markdown,
    (prose) =>
      prose.replace(
        relative,
        (_, before: string, hash: string) => `${before}${addressOfContents(nodeUrl, hash)}`,
      ),
    { skipsIndented: true },
  );
}
