import { isTimeZone } from "@freehold/protocol/internal";
import { profileLinkLimits, profileLinksOf } from "@freehold/web/profile-links";
import { menuOf, writeMenu } from "@freehold/web/site-menu";
import { parseMailTransport } from "../../mail/mail-transport.ts";
import { limits } from "../limits.ts";
import { parseCallTarget, parseMailAddress } from "../parse-address.ts";

/** A setting of the node that its owner changes while it runs. */
export interface Setting<T> {
  readonly default: T;
  /** Whether anybody may see it, or the owner alone; a secret is never returned. */
  readonly seenBy: "anybody" | "owner" | "nobody";
  /** The condition of a valid value, as the end of a sentence. */
  readonly must: string;
  /**
   * The services that the node calls because of it, in words for the owner; null for none. An empty value or false causes
   * no calls.
   */
  readonly calls: string | null;
  /** @returns null for a value that it can't have */
  parse(value: unknown): T | null;
}

type Seen = Setting<unknown>["seenBy"];

const flag = <const By extends Seen>(byDefault: boolean, seenBy: By, calls: string | null = null) => ({
  default: byDefault,
  seenBy,
  calls,
  must: "be true or false",
  parse: (value: unknown) => (typeof value === "boolean" ? value : null),
});

const count = <const By extends Seen>(byDefault: number, seenBy: By) => ({
  default: byDefault,
  seenBy,
  calls: null,
  must: "be a whole number; 0 for no limit",
  parse: (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null),
});

const text = <const By extends Seen>(
  byDefault: string,
  seenBy: By,
  must: string,
  read: (value: string) => string | null,
  calls: string | null = null,
) => ({
  default: byDefault,
  seenBy,
  calls,
  must,
  parse: (value: unknown) => (typeof value === "string" ? read(value) : null),
});

/** A text that both databases keep as it is. */
const readStylesheet = (value: string) =>
  Buffer.byteLength(value) <= limits.stylesheetBytes && value.isWellFormed() && !value.includes("\u0000")
    ? value
    : null;

const readCallTarget = (value: string) => (parseCallTarget(value) ? value : null);

/** A menu in its shortest form. */
const readSiteMenu = (value: string) => {
  if (value === "") return "";
  const choices = menuOf(value);
  return choices && writeMenu(choices);
};

const matching = (pattern: RegExp) => (value: string) => (pattern.test(value) ? value : null);

/**
 * Every setting, once: its type, what holds without it, and who sees it (decisions 7). They are kept in `meta` as
 * `setting.<name>`, which is also where the installation puts those that it carries.
 */
export const settings = {
  enableRss: flag(true, "anybody"),
  countReads: flag(true, "owner"),
  allowFollow: flag(true, "anybody"),
  allowComment: flag(true, "anybody"),
  commentsNeedApproval: flag(false, "anybody"),
  receiveMentions: flag(true, "owner", "pages that say that they mention a post"),
  sendMentions: flag(true, "owner", "pages that a post links to"),
  indexNow: text(
    "",
    "owner",
    "be the https address of a search engine's IndexNow, or empty",
    readCallTarget,
    "a search engine (IndexNow)",
  ),
  ensRpc: text(
    "",
    "nobody",
    "be the https address of an Ethereum RPC, or empty",
    readCallTarget,
    "an Ethereum RPC (ENS)",
  ),
  defaultLanguage: text(
    "en",
    "anybody",
    "be a language tag such as en or pt-BR",
    matching(/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,4}$/),
  ),
  timeZone: text("UTC", "anybody", "be the name of a time zone (IANA) such as Europe/Berlin", (value) =>
    isTimeZone(value) ? value : null,
  ),
  defaultTheme: text(
    "system",
    "anybody",
    "be the name of a theme: letters, digits and dashes",
    matching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/),
  ),
  siteTheme: text(
    "paper",
    "owner",
    "be the name of a theme of the site: paper, journal, photographs or plain",
    matching(/^(?:paper|journal|photographs|plain)$/),
  ),
  fullTextsOnHome: flag(false, "owner"),
  siteMenu: text(
    "",
    "owner",
    "be a menu: a JSON list of entries, each with `to` (a path of the site or an http address), and if it has them `name` and `isHidden`",
    readSiteMenu,
  ),
  profileLinks: text(
    "",
    "owner",
    `be up to ${profileLinkLimits.profileLinks} lines, each an http or https address, or an account such as @ada@social.example`,
    (value) => (profileLinksOf(value) ? value : null),
  ),
  accentHue: text(
    "",
    "owner",
    "be a hue in degrees, a whole number from 0 to 359; empty for the colour of the address",
    matching(/^(?:0|[1-9]\d?|[12]\d\d|3[0-5]\d)$/),
  ),
  stylesheet: text(
    "",
    "owner",
    `be CSS: well-formed text of at most ${Math.floor(limits.stylesheetBytes / 1_000)} kB`,
    readStylesheet,
  ),
  walletConnectProjectId: text(
    "",
    "anybody",
    "be a project id: letters, digits and dashes",
    matching(/^[A-Za-z0-9_-]{0,128}$/),
  ),
  // Newsletter, notifications and confirmations go through it.
  mailTransport: text(
    "",
    "nobody",
    "be the smtp:// or smtps:// address of a mail server",
    (value) => (parseMailTransport(value) ? value : null),
    "a mail server",
  ),
  mailFrom: text("", "owner", "be one email address", parseMailAddress),
  newsletter: flag(false, "owner"),
  newsletterSending: text("ask", "owner", "be always, ask or never", matching(/^(?:always|ask|never)$/)),
  newsletterPerHour: count(0, "owner"),
  notifyFollower: flag(true, "owner"),
  notifyComment: flag(true, "owner"),
  notifyVisitor: flag(true, "owner"),
  notifyFailedPeer: flag(true, "owner"),
  showChecklist: flag(true, "owner"),
  replicasPerPeer: count(limits.replicasPerPeer, "owner"),
  replicaBytesPerPeer: count(limits.replicaBytesPerPeer, "owner"),
} as const satisfies Record<string, Setting<boolean> | Setting<string> | Setting<number>>;

type Declared = typeof settings;
export type SettingName = keyof Declared;
type ValueOf<S> = S extends Setting<infer T> ? T : never;
type NamesSeenBy<By extends Seen> = {
  [N in SettingName]: Declared[N]["seenBy"] extends By ? N : never;
}[SettingName];

/** Every setting with its value, secrets included: for use cases, never for an answer. */
export type SettingValues = { readonly [N in SettingName]: ValueOf<Declared[N]> };

/** The settings that anybody may see. */
export type PublicSettings = Pick<SettingValues, NamesSeenBy<"anybody">>;

/** The settings that the owner sees; for a secret, whether it is set. */
export type OwnerSettings = Pick<SettingValues, NamesSeenBy<"anybody" | "owner">> & {
  readonly [N in NamesSeenBy<"nobody"> as `${N}IsSet`]: boolean;
};

/** The settings whose values are never returned. */
export const isSecret = (name: SettingName): name is NamesSeenBy<"nobody"> =>
  settingOf(name).seenBy === "nobody";

/** The key that stores the version of the current stylesheet. */
export const stylesheetVersionKey = "stylesheet_version";

export const settingNames = Object.keys(settings) as readonly SettingName[];

/** A setting as code sees it that works on any of them. */
export function settingOf(name: SettingName): Setting<boolean | string | number> {
  return settings[name];
}
