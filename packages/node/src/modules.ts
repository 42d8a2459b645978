import { registerModules } from "./module.ts";
import { agents } from "./modules/agents/index.ts";
import { backup } from "./modules/backup/index.ts";
import { diagnosis } from "./modules/diagnosis/index.ts";
import { ens } from "./modules/ens/index.ts";
import { exporting } from "./modules/export/index.ts";
import { feeds } from "./modules/feeds/index.ts";
import { newsletter } from "./modules/newsletter/index.ts";
import { notifications } from "./modules/notifications/index.ts";
import { passkeys } from "./modules/passkeys/index.ts";
import { reads } from "./modules/reads/index.ts";
import { webhooks } from "./modules/webhooks/index.ts";
import { webmention } from "./modules/webmention/index.ts";

// The one list of modules. A program imports this file before all others.
registerModules([
  feeds,
  newsletter,
  webmention,
  notifications,
  webhooks,
  passkeys,
  agents,
  ens,
  reads,
  exporting,
  diagnosis,
  backup,
]);
