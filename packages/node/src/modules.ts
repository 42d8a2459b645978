import type { NodeModule } from "./module.ts";
import { webhooks } from "./modules/webhooks/index.ts";

/** The modules of the node; an event reaches them in this order. */
export const modules: readonly NodeModule[] = [webhooks];
