import "./scalars.ts";
import "./access.ts";
import "./backups.ts";
import "./blocks.ts";
import "./commenter-blocks.ts";
import "./commenting.ts";
import "./comments.ts";
import "./connections.ts";
import "./diagnosis.ts";
import "./moderation.ts";
import "./node-status.ts";
import "./notifications.ts";
import "./outbox.ts";
import "./profile.ts";
import "./publications.ts";
import "./search.ts";
import "./settings.ts";
import "./signing.ts";
import "./suggestions.ts";
import "./visitors.ts";
import "./webhooks.ts";
import "./writing.ts";
import { builder } from "./builder.ts";

/** The whole schema; every file of this folder that adds to it is named above. */
export const schema = builder.toSchema();
