import { catalogues, chooseMessages, inTimeZone, type Theme, type View } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readCookie } from "../caller.ts";
import { limits } from "../limits.ts";
import { page } from "../prices.ts";
import { priced } from "../read-route.ts";
import { acceptForms, readField } from "./forms.ts";

// A browser keeps a reader's choice for a year.
const cookieSeconds = 31_536_000;

/**
 * `POST /preferences` with `language` and `theme`: stores a reader's choice in cookies and redirects to the page with the
 * form. An unknown language or theme changes nothing.
 */
export function answerPreferences(scope: FastifyInstance): void {
  acceptForms(scope);
  scope.post("/preferences", priced({ ...page, body: limits.formBytes }), async (request, reply) => {
    const [language, theme] = [readField(request.body, "language"), readField(request.body, "theme")];
    if (catalogues.some((messages) => messages.language === language))
      setCookie(reply, readerCookies.language, language);
    const chosen = toTheme(theme);
    if (chosen) setCookie(reply, readerCookies.theme, chosen);
    return reply.redirect(readOwnPath(request), 303);
  });
}

function setCookie(reply: FastifyReply, name: string, value: string): void {
  reply.header("set-cookie", `${name}=${value}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax; HttpOnly`);
}

/** The path of the referring page, where it is on this site and not too long; else `/`. */
function readOwnPath({ headers, host }: FastifyRequest): string {
  const from = URL.parse(headers.referer ?? "");
  if (from?.host !== host) return "/";
  const path = `/${from.pathname.replace(/^[/\\]+/, "")}${from.search}`;
  return path.length > limits.returnPathLength ? "/" : path;
}

/** The owner's settings for readers without a choice. */
export type ReaderDefaults = Readonly<Record<"language" | "theme" | "timeZone", string>>;

/** The cookies with a reader's choice. */
export const readerCookies = { language: "freehold_language", theme: "freehold_theme" } as const;

/** The request headers that a page depends on. */
export const readerHeaders = ["Accept-Language", "Cookie"] as const;

/** The reader's language and theme: the reader's choice, else the browser's, else the owner's setting. Dates are in the site's zone. */
export function readReader(
  request: Pick<FastifyRequest, "headers">,
  { language, theme, timeZone }: ReaderDefaults,
): Pick<View, "messages" | "theme"> {
  const chosen = readCookie(request, readerCookies.language);
  return {
    messages: inTimeZone(chooseMessages(chosen, request.headers["accept-language"], language), timeZone),
    theme: toTheme(readCookie(request, readerCookies.theme)) ?? toTheme(theme) ?? "system",
  };
}

function toTheme(given: unknown): Theme | null {
  return given === "light" || given === "dark" || given === "system" ? given : null;
}
