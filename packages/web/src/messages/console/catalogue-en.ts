import { en as site } from "../site/en.ts";
import { en } from "./en.ts";

/** What is loaded after the first view, for a page in English. */
export const messages = { console: en, site };
