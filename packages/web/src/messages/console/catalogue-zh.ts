import { zh as site } from "../site/zh.ts";
import { zh } from "./zh.ts";

/** What is loaded after the first view, for a page in Chinese. */
export const messages = { console: zh, site };
