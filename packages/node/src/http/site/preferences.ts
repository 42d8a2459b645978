import { catalogues, chooseMessages, type Messages, type Theme } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readCookie } from "../caller.ts";
import { limits } from "../limits.ts";
import { acceptForms } from "./forms.ts";

// Not a limit: for how long a browser keeps a reader's choice.
/** A year, in seconds. */
const kept = 31_536_000;

/**
 * `POST /preferences` with `language` and `theme`: keeps a reader's choice in cookies and goes back to the page of this
 * site that the form stood on. What there is not changes nothing.
 */
export function answerPreferences(scope: FastifyInstance): void {
  acceptForms(scope);
  scope.post("/preferences", async (request, reply) => {
    const { language, theme } = Object(request.body) as Record<string, unknown>;
    if (catalogues.some((words) => words.language === language))
      keep(reply, readerCookies.language, String(language));
    const chosen = toTheme(theme);
    if (chosen) keep(reply, readerCookies.theme, chosen);
    return reply.redirect(readOwnPath(request), 303);
  });
}

function keep(reply: FastifyReply, name: string, value: string): void {
  reply.header("set-cookie", `${name}=${value}; Path=/; Max-Age=${kept}; SameSite=Lax; HttpOnly`);
}

/** The path that a request comes from, when that is on this site and no longer than those of its pages; else the front door. */
function readOwnPath({ headers, host }: FastifyRequest): string {
  const from = URL.parse(headers.referer ?? "");
  if (from?.host !== host) return "/";
  const path = `/${from.pathname.replace(/^[/\\]+/, "")}${from.search}`;
  return path.length > limits.returnPathLength ? "/" : path;
}

/** How a page is for the one who reads it. */
export interface PageReader {
  readonly messages: Messages;
  readonly theme: Theme;
}

/** What the owner set for readers who chose nothing. */
export interface ReaderDefaults {
  /** BCP 47. */
  readonly language: string;
  readonly theme: string;
}

/** The cookies in which a reader's choice is kept. */
export const readerCookies = { language: "freehold_language", theme: "freehold_theme" } as const;

/** The request headers that a page depends on. */
export const readerHeaders = ["Accept-Language", "Cookie"] as const;

/** The reader's language and theme: what was chosen here, else what the browser says, else what the owner set. */
export function readReader(
  request: Pick<FastifyRequest, "headers">,
  { language, theme }: ReaderDefaults,
): PageReader {
  const chosen = readCookie(request, readerCookies.language);
  return {
    messages: chooseMessages(chosen, request.headers["accept-language"], language),
    theme: toTheme(readCookie(request, readerCookies.theme)) ?? toTheme(theme) ?? "system",
  };
}

/** A theme that there is, or null. */
function toTheme(given: unknown): Theme | null {
  return given === "light" || given === "dark" || given === "system" ? given : null;
}
