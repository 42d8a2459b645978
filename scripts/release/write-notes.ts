import { CommitParser } from "conventional-commits-parser";

/** The types of commits that a user may notice, with their headings. */
const headings: Readonly<Record<string, string>> = {
  feat: "Features",
  fix: "Fixes",
  perf: "Performance",
  revert: "Reverted",
};

/** A commit: its short hash, and its whole message. */
export interface LoggedCommit {
  readonly hash: string;
  readonly message: string;
}

const parser = new CommitParser({
  headerPattern: /^(\w*)(?:\((.*)\))?!?: (.*)$/,
  breakingHeaderPattern: /^(\w*)(?:\((.*)\))?!: (.*)$/,
  noteKeywords: ["BREAKING CHANGE", "BREAKING-CHANGE"],
});

/**
 * The notes of a release, in Markdown: what the changelog says of the version, how to upgrade, and the commits that a user
 * may notice.
 *
 * @param changes.commits newest first; those without a type of Conventional Commits are left out
 * @param changes.since the tag before; null for the first release
 * @throws Error if the changelog does not have the version
 */
export function writeNotes(
  version: string,
  {
    changelog,
    commits,
    since,
  }: { changelog: string; commits: readonly LoggedCommit[]; since: string | null },
): string {
  const section = changelog
    .split(/^## /m)
    .find((one) => one.startsWith(`${version}\n`) || one.startsWith(`${version} `));
  if (section === undefined) throw new Error(`CHANGELOG.md does not have ${version}.`);
  const changes = section.slice(section.indexOf("\n")).trim();
  const parsed = commits.map(parseCommit);
  const lists = [
    formatList(
      "Breaking",
      parsed.filter(({ isBreaking }) => isBreaking),
    ),
    ...Object.entries(headings).map(([type, title]) =>
      formatList(
        title,
        parsed.filter((commit) => commit.type === type),
      ),
    ),
  ].filter((list) => list !== "");
  const summary = since === null ? "Commits" : `Commits since ${since}`;
  const docs = `https://github.com/freehold-ewp/freehold/blob/v${version}/docs/upgrading.md`;
  return [
    `# Freehold ${version}`,
    changes,
    `## Upgrade\n\nMake a backup, then upgrade as [docs/upgrading.md](${docs}) says.`,
    ...(lists.length > 0 ? [`<details><summary>${summary}</summary>`, ...lists, "</details>"] : []),
    "",
  ].join("\n\n");
}

type ParsedCommit = ReturnType<typeof parseCommit>;

function parseCommit({ hash, message }: LoggedCommit) {
  const { type, scope, subject, notes } = parser.parse(message);
  return { hash, type, scope, subject, isBreaking: notes.length > 0 };
}

function formatList(title: string, commits: readonly ParsedCommit[]): string {
  if (commits.length === 0) return "";
  const lines = commits.map(
    ({ scope, subject, hash }) =>
      `- ${scope ? `**${scope}:** ` : ""}${escapeMarkdown(subject ?? "")} (${hash})`,
  );
  return `### ${title}\n\n${lines.join("\n")}`;
}

/** A title is plain text. Code in it stays code. */
function escapeMarkdown(text: string): string {
  return text.replace(/[<&*_[\]]/g, "\\$&");
}
