import { chooseMessages, type Messages, type Theme } from "@freehold/web";
import type { FastifyRequest } from "fastify";
import { readCookie } from "../caller.ts";

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
export function toTheme(given: unknown): Theme | null {
  return given === "light" || given === "dark" || given === "system" ? given : null;
}
