import type { FastifyInstance } from "fastify";
import { listModules } from "../../module.ts";
import { answerApps } from "./apps/apps.ts";
import { answerOffline } from "./apps/offline.ts";
import { answerVerify } from "./apps/verify.ts";
import { answerNewComments } from "./comment-form.ts";
import { answerMailedLinks, answerOwnComments } from "./comment-links.ts";
import { answerLists } from "./lists/lists.ts";
import { answerFeeds } from "./lists/site-feed.ts";
import { answerCrawlers } from "./lists/sitemap.ts";
import type { SiteContext } from "./pages.ts";
import { answerBadges, answerPictures } from "./pictures/pictures.ts";
import { answerSiteCopies } from "./pictures/site-copies.ts";
import { answerSite } from "./posts.ts";
import { answerPreferences } from "./preferences.ts";
import { answerPreview } from "./preview.ts";
import { answerFigures } from "./texts/figures.ts";

const parts = [
  answerSite,
  answerMailedLinks,
  answerNewComments,
  answerOwnComments,
  answerLists,
  answerOffline,
  answerFeeds,
  answerCrawlers,
  answerPreferences,
  answerPictures,
  answerSiteCopies,
  answerVerify,
  answerBadges,
  answerFigures,
  answerPreview,
  answerApps,
];

/** The public site: pages, feeds, files, and the programs of the owner. */
export async function registerSite(app: FastifyInstance, ctx: SiteContext): Promise<void> {
  const ofModules = await Promise.all(listModules().map(async ({ routes }) => (await routes?.()) ?? []));
  for (const answer of [...parts, ...ofModules.flat()])
    await app.register(async (scope) => answer(scope, ctx));
}
