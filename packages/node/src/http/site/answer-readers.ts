import type { FigureWorker } from "@freehold/web";
import type { FastifyInstance } from "fastify";
import type { Refuser } from "../plugins/limit-requests.ts";
import type { ServerContext } from "../server-context.ts";
import { answerApps } from "./answer-apps.ts";
import { answerComments } from "./answer-comments.ts";
import { answerCrawlers } from "./answer-crawlers.ts";
import { answerFeeds } from "./answer-feeds.ts";
import { answerLists } from "./answer-lists.ts";
import { answerNewComments } from "./answer-new-comments.ts";
import { answerOffline } from "./answer-offline.ts";
import { answerOwnComments } from "./answer-own-comments.ts";
import { answerPictures } from "./answer-pictures.ts";
import { answerPreferences } from "./answer-preferences.ts";
import { answerSite } from "./answer-site.ts";
import { answerVerify } from "./answer-verify.ts";
import type { Pages } from "./create-pages.ts";
import type { Rasteriser } from "./create-rasteriser.ts";

interface ReaderNeeds {
  readonly pages: Pages;
  readonly figureWorker: FigureWorker;
  readonly rasteriser: Rasteriser;
  readonly refuser: Refuser;
}

/** The public site: pages, feeds, files, and the programs of the owner. */
export async function answerReaders(
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
