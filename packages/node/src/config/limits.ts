import { importFormatLimits } from "@freehold/import";
import { type Limit, protocolLimits } from "@freehold/protocol/internal";
import { blobLimits } from "../blobs/limits.ts";
import { accessLimitTable } from "../domain/access/access-limits.ts";
import { agentLimitTable } from "../domain/agents/agent-limits.ts";
import { commentLimitTable } from "../domain/comments/limits.ts";
import { diagnosisLimitTable, healthLimitTable } from "../domain/diagnosis/limits.ts";
import { ensLimitTable } from "../domain/ens/limits.ts";
import { foundLimitTable } from "../domain/found/limits.ts";
import { importLimitTable } from "../domain/import/limits.ts";
import { domainLimits } from "../domain/limits.ts";
import { mentionLimitTable } from "../domain/mentions/limits.ts";
import { newsletterLimitTable } from "../domain/newsletter/limits.ts";
import { searchLimitTable } from "../domain/search/search-limits.ts";
import { foreignLimitTable } from "../foreign/limits.ts";
import { graphqlLimits } from "../graphql/limits.ts";
import { httpLimits } from "../http/limits.ts";
import { jobLimits } from "../jobs/limits.ts";
import { limiterLimits } from "../limiter/limits.ts";
import { mailLimits } from "../mail/limits.ts";
import { loggingLimits } from "../observability/limits.ts";
import { peerLimits } from "../peers/limits.ts";
import { pictureLimitTable } from "../pictures/limits.ts";
import { storeLimits } from "../store/limits.ts";

/** The limits of one folder, under a heading in docs/limits.md. */
export interface LimitTable {
  readonly title: string;
  readonly limits: Readonly<Record<string, Limit>>;
}

/** Every limit of the node, in the order of docs/limits.md. */
export const limitTables = {
  http: { title: "Requests and connections", limits: httpLimits },
  limiter: { title: "What one network may use", limits: limiterLimits },
  protocol: { title: "The protocol, and calls to other nodes", limits: protocolLimits },
  peers: { title: "The way to other nodes", limits: peerLimits },
  jobs: { title: "Queues", limits: jobLimits },
  domain: { title: "What the node keeps and does", limits: domainLimits },
  access: { title: "Signing in, and tokens", limits: accessLimitTable },
  agents: { title: "Programs that write drafts", limits: agentLimitTable },
  comments: { title: "Comments", limits: commentLimitTable },
  newsletter: { title: "Readers by mail", limits: newsletterLimitTable },
  import: { title: "Posts of other programs", limits: importLimitTable },
  importFormats: { title: "Files of other programs", limits: importFormatLimits },
  ens: { title: "Names from ENS", limits: ensLimitTable },
  found: { title: "Telling others of posts", limits: foundLimitTable },
  mentions: { title: "Mentions", limits: mentionLimitTable },
  foreign: { title: "What others wrote", limits: foreignLimitTable },
  search: { title: "Search", limits: searchLimitTable },
  diagnosis: { title: "A diagnosis", limits: diagnosisLimitTable },
  graphql: { title: "A GraphQL operation", limits: graphqlLimits },
  blobs: { title: "Images and files", limits: blobLimits },
  pictures: { title: "Pictures whose metadata is removed", limits: pictureLimitTable },
  mail: { title: "Mail", limits: mailLimits },
  store: { title: "The database", limits: storeLimits },
  health: { title: "Looking at the node", limits: healthLimitTable },
  logging: { title: "The log", limits: loggingLimits },
} as const satisfies Record<string, LimitTable>;
