import type { IncomingHttpHeaders } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { chooseAccent, type OwnedView, pathOfPost, type SiteOwner, type View } from "@freehold/web";
import { profileLinksOf } from "@freehold/web/profile-links";
import { arrangeMenu, menuOf } from "@freehold/web/site-menu";
import type { FastifyRequest } from "fastify";
import { measureImage } from "../../blobs/images.ts";
import type { Context } from "../../context.ts";
import type { OwnProfile } from "../../domain/profile/owner.ts";
import { readMenu } from "../../domain/publications/public-posts.ts";
import { presentMenu } from "../../domain/publications/site-menu.ts";
import { readSiteLooks, readStylesheet, type SiteLooks } from "../../domain/settings/settings.ts";
import { type AddressName, services } from "../../services.ts";
import {
  appliesOwnerStylesheet,
  createOwnerStylesheet,
  findThemeAsset,
  makeSiteAssets,
  readPrograms,
  type SiteAsset,
  themeAssets,
} from "./apps/site-assets.ts";
import { type ReaderDefaults, readReader } from "./preferences.ts";
import { speculationRules } from "./respond.ts";
import { createSiteHosts } from "./site-hosts.ts";
import { toSiteOwner } from "./texts/texts.ts";

/** The owner's settings that every page shows besides the profile. */
type ShownToAll = Pick<
  SiteOwner,
  "language" | "menu" | "links" | "takesFollowers" | "hasFeeds" | "hasNewsletter" | "closedAt"
>;

export interface SiteOptions {
  /** The pages become files that are served at this URL, without a node. */
  readonly staticUrl?: string;
}

export type Site = Awaited<ReturnType<typeof createSite>>;

/** The owner, the theme and the assets of the site, as they were loaded last. */
export async function createSite(
  ctx: Pick<Context, "store" | "blobs" | "owner" | "clock" | "config">,
  { staticUrl }: SiteOptions = {},
) {
  const programs = readPrograms();
  const hosts = createSiteHosts(ctx.config);
  let owner: OwnProfile | null = null;
  let avatarSize: SiteOwner["avatarSize"] = null;
  let ens: AddressName | null = null;
  let accent = chooseAccent(null);
  let defaults: ReaderDefaults = { language: "en", theme: "system", timeZone: "UTC" };
  let shown: ShownToAll = {
    language: "en",
    menu: [],
    links: [],
    takesFollowers: false,
    hasFeeds: false,
    hasNewsletter: false,
    closedAt: null,
  };
  let siteTheme: SiteAsset | null = null;
  let themeName = "paper";
  // Browsers still show pages from before the installation and from before the last change, which need these.
  const firstAssets = makeSiteAssets(null, accent, programs);
  let previousAssets = firstAssets;
  let assets = firstAssets;
  const ownStylesheet = createOwnerStylesheet();
  let stylesheetVersion: string | null = null;
  let version = 0;

  /**
   * Loads the owner and the appearance settings, and creates new assets where they changed.
   *
   * @param profile the owner, where the caller has read it; null for a node without one
   */
  async function load(profile?: OwnProfile | null): Promise<SiteLooks> {
    const found = profile === undefined ? await ctx.owner.get() : profile;
    if (found && found.avatarHash !== owner?.avatarHash)
      avatarSize = found.avatarHash && (await measureImage(ctx.blobs, found.avatarHash));
    if (found && !isDeepStrictEqual(found, owner)) version += 1;
    const looks = await readSiteLooks(ctx);
    const { defaultLanguage: language, defaultTheme: theme, timeZone } = looks;
    if (timeZone !== defaults.timeZone) version += 1;
    defaults = { language, theme, timeZone };
    await loadShown(looks);
    if (found) applyTheme(found, looks.accentHue);
    if (found) await loadName(found, looks);
    owner = found ?? owner;
    if (owner) hosts.learn(owner);
    await loadStylesheet(looks.stylesheetVersion);
    return looks;
  }

  async function loadName({ address }: OwnProfile, looks: SiteLooks): Promise<void> {
    const latest = (await services().readNames(ctx, [address], looks.ensRpcIsSet)).get(address) ?? null;
    if (isDeepStrictEqual(latest, ens)) return;
    ens = latest;
    version += 1;
  }

  /** Loads the settings and the owner's pages for every page. */
  async function loadShown({
    defaultLanguage,
    allowFollow,
    enableRss,
    newsletter,
    siteTheme: name,
    siteMenu,
    profileLinks,
    closedAt,
  }: SiteLooks) {
    const pages = await readMenu(ctx);
    const entries = pages.map(({ title, ...page }) => ({
      path: pathOfPost(page),
      title: title || `#${page.id}`,
    }));
    const arranged = arrangeMenu(menuOf(await presentMenu(ctx, siteMenu)) ?? [], entries).filter(
      ({ isHidden }) => !isHidden,
    );
    const menu = arranged.map(({ path, name, title }) => ({ path, title: name || title }));
    const latest = {
      language: defaultLanguage,
      menu,
      links: profileLinksOf(profileLinks) ?? [],
      takesFollowers: allowFollow,
      hasFeeds: enableRss,
      hasNewsletter: newsletter,
      closedAt,
    };
    const theme = findThemeAsset(name);
    if (isDeepStrictEqual(latest, shown) && theme === siteTheme) return;
    shown = latest;
    siteTheme = theme;
    themeName = name;
    version += 1;
  }

  function applyTheme({ address }: OwnProfile, accentHue: number | null): void {
    const chosen = chooseAccent(address, accentHue);
    if (address === owner?.address && isDeepStrictEqual(chosen, accent)) return;
    accent = chosen;
    previousAssets = assets;
    assets = makeSiteAssets(address, accent, programs);
    version += 1;
  }

  async function loadStylesheet(latest: string | null): Promise<void> {
    if (latest === stylesheetVersion) return;
    if (ownStylesheet.set(latest === null ? "" : await readStylesheet(ctx))) version += 1;
    stylesheetVersion = latest;
  }

  /** The view of a page for the reader who sent the request. Reads no database. */
  function viewFor(request: FastifyRequest): View {
    const isStyled = appliesOwnerStylesheet(request.routeOptions.url ?? request.url);
    return {
      owner: owner && { ...ownerFor(owner), ...(cameToOldAddress(request.headers) && { hasMoved: true }) },
      assets: {
        ...assets.paths,
        siteTheme: isStyled ? (siteTheme?.path ?? null) : null,
        ownStylesheet: isStyled ? ownStylesheet.path() : null,
      },
      ...readReader(request, isStyled ? defaultsOfSite() : defaults),
      ...(staticUrl !== undefined && { isStatic: true }),
    };
  }

  /** Photographs stand on a dark ground where neither the owner nor the reader chose another. */
  function defaultsOfSite(): ReaderDefaults {
    const isDark = defaults.theme === "system" && themeName === "photographs";
    return isDark ? { ...defaults, theme: "dark" } : defaults;
  }

  /** Whether a request came to an address that the owner has left, and is answered there. */
  function cameToOldAddress(headers: IncomingHttpHeaders): boolean {
    return staticUrl === undefined && hosts.kindOf(headers) === "left";
  }

  /** Without a node nobody can be followed. */
  function ownerFor(profile: OwnProfile): SiteOwner {
    const known = toSiteOwner(profile, { avatarSize, accent, ens, ...shown });
    if (staticUrl === undefined) return known;
    return { ...known, ens: ens && { ...ens, picture: null }, url: staticUrl, takesFollowers: false };
  }

  await load();
  return {
    load,
    viewFor,
    hosts,
    /** A text of everything in a request that a page depends on. It does not read the database. */
    readReader(headers: IncomingHttpHeaders): string {
      const { messages, theme } = readReader({ headers }, defaults);
      return `${messages.language} ${theme} ${hosts.kindOf(headers)}`;
    },
    /** Rises when the owner, the theme or the owner's stylesheet changes. */
    version: () => version,
    /** The programs that were built for browsers. */
    programs: () => programs,

    /** Like `viewFor`, after loading; null before installation. */
    async ownedViewFor(request: FastifyRequest): Promise<OwnedView | null> {
      await load();
      const view = viewFor(request);
      return view.owner && { ...view, owner: view.owner };
    },

    /** A file that pages refer to, or null. */
    asset: (path: string): SiteAsset | null =>
      [
        speculationRules,
        ...assets.files,
        ...previousAssets.files,
        ...firstAssets.files,
        ...themeAssets,
        ...ownStylesheet.files(),
        ...(programs?.files ?? []),
      ].find((file) => file.path === path) ?? null,
  };
}
