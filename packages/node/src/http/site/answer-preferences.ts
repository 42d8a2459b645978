import { catalogues } from "@freehold/web";
import type { FastifyInstance, FastifyReply } from "fastify";
import { acceptForms } from "./accept-forms.ts";
import { readerCookies, toTheme } from "./read-reader.ts";

/** A year, in seconds. */
const kept = 31_536_000;

/**
 * `POST /preferences` with `language`, `theme` and `back`: keeps a reader's choice in cookies and goes back to the page
 * (look.md: light and dark by the reader's system with a switch). What there is not changes nothing.
 */
export function answerPreferences(scope: FastifyInstance): void {
  acceptForms(scope);
  scope.post("/preferences", async (request, reply) => {
    const { language, theme, back } = Object(request.body) as Record<string, unknown>;
    if (catalogues.some((words) => words.language === language))
      keep(reply, readerCookies.language, String(language));
    const chosen = toTheme(theme);
    if (chosen) keep(reply, readerCookies.theme, chosen);
    return reply.redirect(isOwnPath(back) ? back : "/", 303);
  });
}

function keep(reply: FastifyReply, name: string, value: string): void {
  reply.header("set-cookie", `${name}=${value}; Path=/; Max-Age=${kept}; SameSite=Lax; HttpOnly`);
}

/** A path of this site: nothing that a browser takes for another one's. */
function isOwnPath(given: unknown): given is string {
  return typeof given === "string" && given.length <= 2_000 && /^\/(?![/\\])[!-~]*$/.test(given);
}
