import type { Limiter } from "../../limiter/limiter.ts";
import type { Shares } from "../../limiter/shares.ts";
import { addGauges, type Metrics } from "../../observability/metrics.ts";

/** Adds the metrics that tell how much the server has to do now. */
export function gaugeWork(metrics: Metrics, connections: Shares, limiter: Limiter): void {
  addGauges(
    metrics,
    {
      name: "freehold_http_connections",
      help: "Connections that are open.",
      read: () => connections.total,
    },
    {
      name: "freehold_http_requests_open",
      help: "Requests that are not answered yet.",
      read: () => limiter.openRequests.total,
    },
    {
      name: "freehold_http_requests_expensive",
      help: "Pages and GraphQL operations that are worked on, or wait for their turn.",
      read: () => limiter.pages.size + limiter.operations.size,
    },
  );
}
