import { zh as site } from "../site/zh.ts";
import { zh } from "./zh.ts";

/** The messages that load after the first view, for a page in Chinese. */
export const messages = { console: zh, site };
