import { catalogues } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { limits } from "../limits.ts";
import { acceptForms } from "./accept-forms.ts";
import { readerCookies, toTheme } from "./read-reader.ts";

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
