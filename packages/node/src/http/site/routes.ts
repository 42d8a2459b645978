import type { FastifyInstance } from "fastify";
import { listModules } from "../../module.ts";
import { answerApps } from "./apps.ts";
import { answerNewComments } from "./comment-form.ts";
import { answerMailedLinks, answerOwnComments } from "./comment-links.ts";
import { answerFeeds } from "./feeds.ts";
import { answerFigures } from "./figures.ts";
import { answerLists } from "./lists.ts";
import { answerOffline } from "./offline.ts";
import type { SiteContext } from "./pages.ts";
import { answerBadges, answerPictures } from "./pictures.ts";
import { answerSite } from "./posts.ts";
import { answerPreferences } from "./preferences.ts";
import { answerCrawlers } from "./sitemap.ts";
import { answerVerify } from "./verify.ts";

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
  answerVerify,
  answerBadges,
  answerFigures,
  answerApps,
];

/** The public site: pages, feeds, files, and the programs of the owner. */
export async function registerSite(app: FastifyInstance, ctx: SiteContext): Promise<void> {
  const ofModules = await Promise.all(listModules().map(async ({ routes }) => (await routes?.()) ?? []));
  for (const answer of [...parts, ...ofModules.flat()])
    await app.register(async (scope) => answer(scope, ctx));
}
