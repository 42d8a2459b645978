import { instantInZone } from "@freehold/protocol/internal";
import { objectOf } from "../formats/read-text.ts";
import type { WrittenDate } from "../written-date.ts";
import { dateOf, type MarkdownFile } from "./front-matter.ts";
import { type ConfigFields, lowerNames, textsOf } from "./sites/config-file.ts";

/** The first of these that is there counts, as in Hugo (`frontmatter` of its configuration has the same defaults). */
const fromFields = ["publishdate", "pubdate", "published", "date", "published_at", "created", "created_at"];
const untilFields = ["expirydate", "unpublishdate"];
/** Fields of other programs, which hide a text besides. */
const alsoFromFields = [
  "publish_date",
  "publish-date",
  "published_at",
  "release_date",
  "embargo",
  "scheduled",
];
const alsoUntilFields = [
  "expires",
  "expiry",
  "expiry_date",
  "expire_date",
  "unpublish_date",
  "unpublished_at",
];

/** The time in which a text is shown. */
export interface ShownDates {
  readonly shownFrom: WrittenDate;
  readonly shownUntil: WrittenDate;
}

/** The configuration of a site of Hugo, by which dates are read. */
interface DateConfig {
  readonly fields: ConfigFields | null;
  /** The zone of dates without one; null where it says none. */
  readonly timeZone: string | null;
}

const noConfig: DateConfig = { fields: null, timeZone: null };

/** Reads from when and until when a text is shown, by the fields of its front matter. */
export function findShownDates(
  fields: MarkdownFile["fields"],
  { fields: config, timeZone }: DateConfig = noConfig,
): ShownDates {
  const names = (name: string, defaults: readonly string[]) => {
    const listed = textsOf(lowerNames(objectOf(config?.frontmatter))[name]).map((one) => one.toLowerCase());
    return listed.length === 0
      ? defaults
      : listed.flatMap((one) => (one.startsWith(":") ? (one === ":default" ? defaults : []) : [one]));
  };
  const read = (all: readonly string[]) => inZone(dateOf(fields, ...all), timeZone);
  const known = (all: readonly string[]) => all.map((one) => read([one]));
  const from = [...names("publishdate", fromFields), ...fromFields];
  return {
    shownFrom: last([read(from), ...known(alsoFromFields)], Math.max),
    shownUntil: last(
      known([...names("expirydate", untilFields), ...untilFields, ...alsoUntilFields]),
      Math.min,
    ),
  };
}

/** The time in which a text is shown that goes with its sections. */
export function withinSections(own: ShownDates, sections: readonly ShownDates[]): ShownDates {
  const all = [own, ...sections];
  return {
    shownFrom: last(
      all.map(({ shownFrom }) => shownFrom),
      Math.max,
    ),
    shownUntil: last(
      all.map(({ shownUntil }) => shownUntil),
      Math.min,
    ),
  };
}

/** The date whose time is the latest, or the earliest. */
function last(dates: readonly WrittenDate[], choose: (...times: number[]) => number): WrittenDate {
  const times = dates.flatMap(({ writtenAt }) => (writtenAt === null ? [] : [writtenAt]));
  if (times.length === 0) return { writtenAt: null };
  const chosen = choose(...times);
  return dates.find(({ writtenAt }) => writtenAt === chosen) ?? { writtenAt: null };
}

function inZone(date: WrittenDate, timeZone: string | null): WrittenDate {
  const { writtenAt, writtenLocal } = date;
  if (timeZone === null || writtenAt === null || writtenLocal !== writtenAt) return date;
  return { writtenAt: instantInZone(writtenAt, timeZone), writtenLocal: writtenAt };
}
