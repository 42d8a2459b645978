import type { IncomingMessage } from "node:http";
import { renderStarting } from "@freehold/web";
import { readReader } from "./preferences.ts";

/** The settings of the owner are in the database, which is still read. */
const unknownDefaults = { language: "en", theme: "system", timeZone: "UTC" };

/**
 * The page of a node that starts, in the reader's language and theme.
 *
 * @param reloadSeconds after which a browser asks for the same page again; null for an answer to a form
 */
export function renderStartingPage(
  request: Pick<IncomingMessage, "headers">,
  reloadSeconds: number | null,
): string {
  return renderStarting(readReader(request, unknownDefaults), reloadSeconds);
}
