import { decodeUriIfValid } from "@freehold/protocol/internal";
import { textOr } from "../../formats/read-text.ts";
import type { ImportArchive } from "../../source.ts";
import { type ConfigFile, readSiteText } from "../sites/config-file.ts";

const journal = /(?:^|\/)journals\/(\d{4})[-_.](\d{2})[-_.](\d{2})\.\w+$/;

/** The folder of a graph has its settings in `logseq/`, or its pages beside its journals. */
export function isLogseq(names: readonly string[]): boolean {
  return (
    names.includes("logseq/config.edn") ||
    (names.some((name) => name.startsWith("pages/")) &&
      names.some((name) => /^journals\/\d{4}_\d{2}_\d{2}\./.test(name)))
  );
}

/** The settings of a graph that say how its pages are named. */
export async function readLogseqConfig({ entries }: ImportArchive, root: string): Promise<ConfigFile> {
  const file = entries.get(`${root}logseq/config.edn`);
  const text = file ? await readSiteText(file).catch(() => "") : "";
  const line = text.split("\n").find((one) => titleSetting.test(one) && !one.trim().startsWith(";")) ?? "";
  const [, format = "MMM do, yyyy"] = titleSetting.exec(line) ?? [];
  return { fields: { [titleFormat]: format }, isBroken: false };
}

/** The form in which a graph names the pages of its journals. */
export const titleFormatOf = ({ fields }: ConfigFile): string => textOr(fields?.[titleFormat]);
const titleSetting = /:journal\/page-title-format[ \t]{1,20}"([^"\n]{1,40})"/;
const titleFormat = "journal/page-title-format";

/** The title of a page by its file, and the day of a journal. @param format that of the titles of journals */
export function nameLogseqPage(
  name: string,
  format: string,
): { readonly title: string; readonly day: string | null } {
  const day = journalDay(name);
  return { title: day === null ? pageTitle(name) : journalTitle(day, format), day };
}

/** The day of a journal as `2024-05-06`; null for other pages. */
function journalDay(name: string): string | null {
  const [, year, month, day] = journal.exec(name) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

/** The title of a page by its file: `a___b` and `a%2Fb` are the page `b` below `a`. */
function pageTitle(name: string): string {
  const bare = (name.split("/").at(-1) ?? name).replace(/\.\w+$/, "");
  return decodeUriIfValid(bare.replaceAll("___", "/"));
}

/** The title of the journal of a day, in the form of date-fns and of Java: `MMM do, yyyy` is `May 6th, 2024`. */
function journalTitle(day: string, format: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" }).format(date);
  const number = date.getUTCDate();
  const values: Readonly<Record<string, string>> = {
    yyyy: day.slice(0, 4),
    yy: day.slice(2, 4),
    MMMM: name({ month: "long" }),
    MMM: name({ month: "short" }),
    MM: day.slice(5, 7),
    M: String(date.getUTCMonth() + 1),
    do: `${number}${endingOf(number)}`,
    dd: day.slice(8, 10),
    d: String(number),
    EEEE: name({ weekday: "long" }),
    EEE: name({ weekday: "short" }),
    EE: name({ weekday: "short" }),
    E: name({ weekday: "short" }),
  };
  return format.replace(/yyyy|yy|M{1,4}|do|d{1,2}|E{1,4}/g, (token) => values[token] ?? token);
}

const endingOf = (number: number) =>
  number > 10 && number < 20 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
