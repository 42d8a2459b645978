import { isRecord } from "@freehold/protocol/internal";
import { renderChoices, renderSubscribe } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type AppError, hasCode } from "../../errors/errors.ts";
import { form, fresh } from "../../http/prices.ts";
import { addReadRoute, priced } from "../../http/read-route.ts";
import { acceptForms, comesFromElsewhere, readField } from "../../http/site/forms.ts";
import type { SiteContext } from "../../http/site/pages.ts";
import { isPageRefusal, notFound } from "../../http/site/params.ts";
import { sentenceOf } from "../../http/site/refusals.ts";
import { addPage } from "../../http/site/respond.ts";
import { limits as mailLimits } from "../../mail/limits.ts";
import { readPreferences, savePreferences, unsubscribe } from "./preferences.ts";
import { confirmSubscription, requestSubscription } from "./subscribe.ts";

/** The form to get posts by mail, which works without a script. The answer is the same for every address. */
export function answerSubscribe(scope: FastifyInstance, ctx: SiteContext): void {
  const { pages } = ctx;
  acceptForms(scope);
  addPage(
    scope,
    "/subscribe",
    (request) => pages.made(request, { subscribe: 1 }, async (view) => renderSubscribe(view)),
    {
      hasForm: true,
    },
  );

  scope.post("/subscribe", priced(form), async (request, reply) => {
    const email = readField(request.body, "mail").slice(0, mailLimits.addressLength + 1);
    const { newsletter, language } = pages.viewFor(request).messages;
    if (await comesFromElsewhere(ctx, request))
      return await sendForm(ctx, reply, 403, { problem: newsletter.elsewhere });
    try {
      await requestSubscription(ctx, { email }, { ip: request.ip ?? null, language });
    } catch (error) {
      if (!isPageRefusal(error)) throw error;
      const [status, problem] = explain(error, { ...newsletter, language });
      return await sendForm(ctx, reply, status, { email, problem });
    }
    // A redirect, so that reloading the next page sends nothing again.
    return reply.redirect("/subscribe/sent", 303);
  });

  addReadRoute(
    scope,
    "/subscribe/sent",
    async (request, reply) => {
      const { sentTitle: title, sent: text, back } = pages.viewFor(request).messages.newsletter;
      return pages.notice(reply, 200, { title, text, link: { href: "/", text: back } });
    },
    priced(fresh),
  );
}

function explain(
  error: AppError,
  { wrong, off, language }: Record<"wrong" | "off" | "language", string>,
): [number, string] {
  if (error.code === "RATE_LIMITED") return [429, sentenceOf(error, language)];
  return error.code === "VALIDATION_FAILED" ? [400, wrong] : [404, off];
}

async function sendForm(
  { pages }: SiteContext,
  reply: FastifyReply,
  status: number,
  form: { email?: string; problem: string },
): Promise<FastifyReply> {
  const view = await pages.ownedViewFor(reply.request);
  if (view === null) throw notFound();
  return pages.passing(reply, status, { hasForm: true }, () => renderSubscribe(view, form));
}

/** Confirming a subscription by a mailed link. Opening it changes nothing: mail programs open every link. */
export function answerConfirmations(scope: FastifyInstance, ctx: SiteContext): void {
  const { pages } = ctx;
  const path = "/newsletter/confirm";
  acceptForms(scope);
  addReadRoute(
    scope,
    path,
    async (request, reply) => {
      const link = readLink(request.query);
      if (link === null) return pages.failure(reply, 404);
      const {
        confirmTitle: title,
        confirmExplain: text,
        confirmAction: action,
      } = pages.viewFor(request).messages.newsletter;
      return pages.confirmation(reply, {
        title,
        text,
        action,
        path,
        fields: { ...link, id: String(link.id) },
      });
    },
    priced(fresh),
  );
  scope.post(path, priced(form), async (request, reply) => {
    const link = readLink(request.body);
    if (link === null) return pages.failure(reply, 404);
    const { newsletter, language } = pages.viewFor(request).messages;
    try {
      const signed = await confirmSubscription(ctx, link);
      const choices = { href: `/newsletter/preferences?s=${signed}`, text: newsletter.changeChoices };
      return pages.notice(reply, 200, {
        title: newsletter.confirmedTitle,
        text: newsletter.confirmed,
        link: choices,
      });
    } catch (error) {
      if (!isPageRefusal(error)) throw error;
      const again = { href: "/subscribe", text: newsletter.again };
      return pages.notice(reply, 404, {
        title: newsletter.failedTitle,
        text: hasCode(error, "NOT_FOUND") ? newsletter.tooLate : sentenceOf(error, language),
        link: again,
      });
    }
  });
}

function readLink(given: unknown): { id: number; token: string } | null {
  const [id, token] = [readField(given, "id"), readField(given, "token")];
  return /^[1-9]\d{0,14}$/.test(id) && /^[\w-]{43}$/.test(token) ? { id: Number(id), token } : null;
}

/**
 * A reader's choices and the end of a subscription, by the signed link in each mail. A mail program ends it with one POST
 * (RFC 8058), which carries no cookie and comes from anywhere: the link alone is the right to it.
 */
export function answerReaders(scope: FastifyInstance, ctx: SiteContext): void {
  const { pages } = ctx;
  acceptForms(scope);
  // Mail programs may send their one field in this form too; it adds nothing to the address.
  scope.addContentTypeParser("multipart/form-data", { parseAs: "buffer" }, async () => ({}));
  const signedIn = (request: FastifyRequest) => readField(request.body, "s") || readField(request.query, "s");

  const showChoices = async (request: FastifyRequest, reply: FastifyReply, isSaved: boolean) => {
    const view = await pages.ownedViewFor(request);
    const signed = signedIn(request);
    const found = view && (await readPreferences(ctx, signed));
    if (view === null || found === null) return ended(reply, 404);
    return pages.passing(reply, 200, { hasForm: true, hidesAddress: true }, () =>
      renderChoices(view, { ...found, signed, isSaved }),
    );
  };
  const ended = (reply: FastifyReply, status: number) => {
    const { endedTitle: title, ended: text, again } = pages.viewFor(reply.request).messages.newsletter;
    return pages.notice(reply, status, { title, text, link: { href: "/subscribe", text: again } });
  };

  addReadRoute(
    scope,
    "/newsletter/preferences",
    (request, reply) => showChoices(request, reply, false),
    priced(fresh),
  );
  scope.post("/newsletter/preferences", priced(form), async (request, reply) => {
    const { body } = request;
    const chosen = Object.keys(isRecord(body) ? body : {}).filter((name) => name.startsWith("tag-"));
    const tags = chosen.map((name) => name.slice("tag-".length));
    const what = readField(request.body, "what");
    const choice = what === "all" ? null : what === "tags" ? tags : [];
    try {
      await savePreferences(ctx, signedIn(request), choice);
    } catch (error) {
      if (!isPageRefusal(error)) throw error;
      return ended(reply, 404);
    }
    return await showChoices(request, reply, true);
  });

  addReadRoute(
    scope,
    "/newsletter/unsubscribe",
    async (request, reply) => {
      const {
        endTitle: title,
        endExplain: text,
        endAction: action,
      } = pages.viewFor(request).messages.newsletter;
      const fields = { s: signedIn(request).slice(0, 64) };
      return pages.confirmation(reply, { title, text, action, path: "/newsletter/unsubscribe", fields });
    },
    priced(fresh),
  );
  scope.post("/newsletter/unsubscribe", priced(form), async (request, reply) => {
    await unsubscribe(ctx, signedIn(request));
    return ended(reply, 200);
  });
}
