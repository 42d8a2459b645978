import type { FigureWorker } from "@freehold/web";
import type { FastifyInstance } from "fastify";
import type { Refuser } from "../plugins/limit-requests.ts";
import type { ServerContext } from "../server-context.ts";
import { answerApps } from "./apps.ts";
import { answerOwnComments } from "./comment-deletion.ts";
import { answerNewComments } from "./comment-form.ts";
import { answerComments } from "./comment-links.ts";
import { answerFeeds } from "./feeds.ts";
import { answerLists } from "./lists.ts";
import { answerOffline } from "./offline.ts";
import type { Pages } from "./pages.ts";
import { answerPictures } from "./pictures.ts";
import { answerSite } from "./posts.ts";
import { answerPreferences } from "./preferences.ts";
import type { Rasteriser } from "./rasteriser.ts";
import { answerCrawlers } from "./sitemap.ts";
import { answerVerify } from "./verify.ts";

interface ReaderNeeds {
  readonly pages: Pages;
  readonly figureWorker: FigureWorker;
  readonly rasteriser: Rasteriser;
  readonly refuser: Refuser;
}

/** The public site: pages, feeds, files, and the programs of the owner. */
export async function registerSite(
  app: FastifyInstance,
  ctx: ServerContext,
  { pages, figureWorker, rasteriser, refuser }: ReaderNeeds,
): Promise<void> {
  await app.register(async (scope) => answerSite(scope, ctx, pages, figureWorker));
  await app.register(async (scope) => answerComments(scope, ctx, pages));
  await app.register(async (scope) => answerNewComments(scope, ctx, pages));
  await app.register(async (scope) => answerOwnComments(scope, ctx, pages));
  await app.register(async (scope) => answerLists(scope, ctx, pages, refuser));
  await app.register(async (scope) => answerOffline(scope, pages));
  await app.register(async (scope) => answerFeeds(scope, ctx, pages));
  await app.register(async (scope) => answerCrawlers(scope, ctx, pages));
  await app.register(async (scope) => answerPreferences(scope));
  await app.register(async (scope) => answerPictures(scope, ctx, pages, rasteriser));
  await app.register(async (scope) => answerVerify(scope, ctx, pages));
  await app.register(async (scope) => answerApps(scope, ctx, pages));
}
