import type { MarkdownFile } from "./front-matter.ts";
import type { SiteConfig } from "./sites/site-config.ts";
import type { NamedText, SiteKind } from "./sites/site-layout.ts";

/** The parts of a text's addresses on its old site. */
export interface Addressed {
  readonly kind: SiteKind;
  /** The name of its file, without the root. */
  readonly name: string;
  /** The name of the folder that holds all of it, or of its archive. */
  readonly folder: string;
  readonly fields: MarkdownFile["fields"];
  readonly named: NamedText;
  readonly config: SiteConfig;
  readonly title: string;
  readonly slug: string;
  /** Milliseconds. */
  readonly writtenAt: number | null;
  /** The time of the text as it is written, in milliseconds as if it were UTC; null for one in UTC. */
  readonly writtenLocal: number | null;
  /** The zone of the site here, in which Jekyll is taken to have run. */
  readonly timeZone: string;
  readonly categories: readonly string[];
}
