import { en as site } from "../site/en.ts";
import { en } from "./en.ts";

/** The messages that load after the first view, for a page in English. */
export const messages = { console: en, site };
