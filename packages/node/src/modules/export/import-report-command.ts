import { formatCount } from "../../cli/format.ts";
import { program } from "../../config/program.ts";
import { safeText } from "../../observability/safe-text.ts";
import type {
  ImportCounts,
  ImportFormat,
  ImportLoss,
  ImportNote,
  ImportReason,
  ImportReport,
} from "./import/report.ts";

const formatNames: Readonly<Record<ImportFormat, string>> = {
  wordpress: "WordPress",
  ghost: "Ghost",
  mastodon: "Mastodon",
  bluesky: "Bluesky",
  blogger: "Blogger",
  substack: "Substack",
  medium: "Medium",
  markdown: "a folder of Markdown",
  feed: "a feed",
  reference: "an epress node",
  freehold: "a Freehold export",
};

/** A report in plain sentences: the imported, refused, missing and changed entries. */
export function describeImport(report: ImportReport): {
  summary: string[];
  problems: string[];
  notes: string[];
} {
  const { format, dryRun, taken, known, links, refusals, noted, notes } = report;
  const new_ = describeCounts(taken);
  const before = describeCounts(known);
  const unsigned = taken.posts + taken.pages;
  const summary = [
    `From ${formatNames[format]}: ${dryRun ? "would be imported" : "imported"}: ${new_ || "nothing new"}.`,
    ...(before ? [`Already imported: ${before}.`] : []),
    ...(links > 0 ? [`${formatCount(links, "link")} to the old site lead to the posts here.`] : []),
    ...describeFetched(report),
    ...(!dryRun && format !== "reference" && format !== "freehold" && unsigned > 0
      ? [`They are on your site only, unsigned. ${program} sign --imported signs them with today's date.`]
      : []),
    ...(!dryRun && taken.following > 0
      ? [
          `Imported follows have no signature. When this node runs, ${program} follow --imported signs them again.`,
        ]
      : []),
    ...describeAuthors(report),
    ...describeLosses(report),
    ...describeVisibility(report),
  ];
  return {
    summary,
    problems: describeNotes(refusals),
    notes: [
      ...describeNotes(notes),
      ...(noted > notes.length ? [`${noted - notes.length} more are counted, and not listed.`] : []),
    ],
  };
}

function describeFetched({ withoutSite, fetched, unfetched, fetchedLater }: ImportReport): string[] {
  const files = (n: number) => formatCount(n, "picture or file", "pictures and files");
  const failed = unfetched > 0 ? `; ${files(unfetched)} could not be, and stay links` : "";
  return [
    ...(fetched + unfetched > 0 ? [`Fetched: ${files(fetched)}${failed}.`] : []),
    ...(fetchedLater > 0
      ? [
          `Import the same file again, with the same options, to fetch ${files(fetchedLater)} that may be there later.`,
        ]
      : []),
    ...(withoutSite > 0
      ? [
          `Not in the source, and without a server address: ${files(withoutSite)}. --site URL, the address of the old site, fetches them from there.`,
        ]
      : []),
  ];
}

// Authors that are named on a terminal.
const shownAuthors = 20;

/** Asks who of several authors the owner is, where nobody was chosen yet. */
function describeAuthors({ authors }: ImportReport): string[] {
  if (authors.length === 0) return [];
  return [
    `It has several authors. Use --author NAME to choose yourself; posts of the others are left out:`,
    ...authors.slice(0, shownAuthors).map(({ name, count }) => `  ${safeText(name)} (${count})`),
    ...(authors.length > shownAuthors ? [`  … and ${authors.length - shownAuthors} more.`] : []),
  ];
}

// The report has more (--report).
const shownLosses = 10;

/** The entries that lost words or code, worst first. */
function describeLosses({ incomplete, losses }: ImportReport): string[] {
  if (incomplete === 0) return [];
  const shown = losses.slice(0, shownLosses).map((loss) => `  ${describeLoss(loss)}`);
  return [
    `Words or code of ${formatCount(incomplete, "entry", "entries")} were not imported, worst first. They are drafts; with --publish-incomplete they are as public as before:`,
    ...shown,
    ...(incomplete > shown.length ? [`  … and ${incomplete - shown.length} more.`] : []),
  ];
}

function describeLoss({ title, words, arrived, missingCode, examples }: ImportLoss): string {
  const parts = [
    `${arrived} of ${formatCount(words, "word")} arrived`,
    ...(missingCode > 0
      ? [`incomplete: ${formatCount(missingCode, "block of code", "blocks of code")}`]
      : []),
    ...(examples.length > 0 ? [`missing: ${examples.map((example) => `“${example}”`).join(", ")}`] : []),
  ];
  return safeText(`“${title}”: ${parts.join("; ")}`);
}

/** How much becomes public, a draft, or is left out, with the reasons; and the drafts that a guess would have made public. */
function describeVisibility({
  dryRun,
  taken,
  leftOut,
  refused,
  reasons,
  unsaid,
  unsaidTitles,
}: ImportReport): string[] {
  const reasonsOf = (state: ImportReason["state"]) =>
    reasons.filter((one) => one.state === state).map(({ why, count }) => `  ${count}  ${why}.`);
  const isOrAre = taken.posts + taken.pages === 1 ? "is" : "are";
  const counts = [
    `${taken.posts + taken.pages} ${dryRun ? "will be" : isOrAre} public`,
    formatCount(taken.drafts, "draft", "drafts"),
    `${leftOut + refused} left out`,
  ];
  const more = unsaid - unsaidTitles.length;
  return [
    `${counts.join(", ")}.`,
    ...(["public", "draft", "left-out"] as const).flatMap((state) => {
      const lines = reasonsOf(state);
      return lines.length === 0 ? [] : [`${visibilityNames[state]}:`, ...lines];
    }),
    ...(unsaid > 0
      ? [
          "It is unknown whether these were public, so they are drafts. With --publish they are public:",
          ...unsaidTitles.map((title) => `  ${safeText(title)}`),
          ...(more > 0 ? [`  … and ${more} more.`] : []),
        ]
      : []),
  ];
}

const visibilityNames = { public: "Public", draft: "Drafts", "left-out": "Left out" } as const;

// Entries that are named beside a reason that several have.
const namedTogether = 3;

/** Says each reason once, with the entries that have it. */
function describeNotes(notes: readonly ImportNote[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { what, why } of notes) {
    const names = byReason.get(why) ?? [];
    names.push(what);
    byReason.set(why, names);
  }
  return [...byReason].map(([why, names]) =>
    safeText(
      describeReason(
        why,
        names.filter((name) => name !== "…"),
      ),
    ),
  );
}

function describeReason(why: string, names: readonly string[]): string {
  const [first] = names;
  if (first === undefined) return why;
  if (names.length === 1) return `${first}: ${why}`;
  const shown = names.slice(0, namedTogether).map((name) => `“${name}”`);
  const more = names.length - shown.length;
  const list = more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
  return `${formatCount(names.length, "entry", "entries")} (${list}): ${why}`;
}

const words: Readonly<Record<keyof ImportCounts, readonly [string, string]>> = {
  posts: ["post", "posts"],
  drafts: ["draft", "drafts"],
  pages: ["page", "pages"],
  files: ["picture or file", "pictures and files"],
  replicas: ["post of others", "posts of others"],
  followers: ["follower", "followers"],
  following: ["followed node", "followed nodes"],
  comments: ["comment", "comments"],
  redirects: ["old URL", "old URLs"],
  settings: ["setting", "settings"],
  devices: ["device", "devices"],
};

function describeCounts(counts: ImportCounts): string {
  return (Object.keys(words) as (keyof ImportCounts)[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => formatCount(counts[kind], ...words[kind]))
    .join(", ");
}
