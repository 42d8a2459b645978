import {
  type Setting as EnvironmentSetting,
  settings as environment,
} from "../../packages/node/src/config/settings.ts";
import {
  type SettingName,
  settingOf,
  settings,
} from "../../packages/node/src/domain/settings/setting-table.ts";

/** A part of the dashboard's settings, and what each of its settings does. */
const parts: readonly (readonly [title: string, names: Readonly<Partial<Record<SettingName, string>>>])[] = [
  [
    "Settings, Site",
    {
      allowComment: "readers may comment",
      commentsNeedApproval: "each comment waits until you approve it",
      allowFollow: "other sites may follow you",
      enableRss: "the site has feeds",
      defaultLanguage: "the language for readers whose languages the site lacks",
      timeZone: "the zone in which the site shows dates",
      receiveMentions: "other sites may mention your posts (Webmention)",
      sendMentions: "pages that your posts link to are told",
      indexNow: "search engines are told of new and changed posts",
      countReads: "pages of posts are counted",
      fullTextsOnHome: "the home page shows each post with its text",
      siteTheme: "the design",
      defaultTheme: "light or dark, for readers who have not chosen",
      accentHue: "the accent colour",
      stylesheet: "your own CSS",
      siteMenu: "the menu of the site",
    },
  ],
  ["Settings, Profile", { profileLinks: "your pages elsewhere" }],
  ["Settings, Address", { ensRpc: "names from Ethereum (ENS) are looked up there" }],
  ["Settings, Access", { walletConnectProjectId: "wallets on a phone can sign" }],
  [
    "Settings, Email and the newsletter",
    {
      mailTransport: "the mail server, with user and password",
      mailFrom: "the sender of emails",
      newsletter: "readers can get posts by email",
      newsletterSending: "whether a new post is sent to subscribers",
      newsletterPerHour: "the most newsletters in an hour",
    },
  ],
  [
    "Settings, Notifications",
    {
      notifyFollower: "you hear of new followers",
      notifyComment: "you hear of comments",
      notifyVisitor: "you hear of visitors who show who they are",
      notifyFailedPeer: "you hear of sites that can't be reached for a day",
    },
  ],
  [
    "Only by command or API",
    {
      replicasPerPeer: "the most posts that are kept of one site that you follow",
      replicaBytesPerPeer: "the most bytes that are kept of one site that you follow",
      showChecklist: "Home shows your first steps",
    },
  ],
];

/** Every setting of the dashboard by its place there: Markdown for docs/settings.md. */
export function renderDashboardSettings(): string {
  return parts
    .map(([title, names]) => {
      const rows = Object.entries(names).map(([name, what]) => {
        const { default: value, must } = settingOf(name as SettingName);
        return `| \`${name}\` | ${what} | ${must.replace(/^be /, "").replaceAll("|", "\\|")} | ${formatDefault(value)} |`;
      });
      return [
        `### ${title}`,
        "",
        "| name | what it does | value | without it |",
        "|---|---|---|---|",
        ...rows,
      ].join("\n");
    })
    .join("\n\n");
}

/** The settings of the dashboard that the page lists. */
export const listedSettings = () => parts.flatMap(([, names]) => Object.keys(names));
export const allSettings = () => Object.keys(settings);

/** Every setting of the environment: Markdown for docs/settings.md. */
export function renderEnvironmentSettings(): string {
  const rows = Object.values<EnvironmentSetting>(environment).map(
    ({ variable, summary, default: value }) =>
      `| \`${variable}\` | ${summary} | ${value === undefined ? "–" : `\`${value}\``} |`,
  );
  return ["| variable | what it does | without it |", "|---|---|---|", ...rows].join("\n");
}

function formatDefault(value: boolean | string | number): string {
  return value === "" ? "empty" : `\`${String(value)}\``;
}
