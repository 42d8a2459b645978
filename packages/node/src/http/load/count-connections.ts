import type { Server } from "node:http";
import { addGauge, type Metrics } from "../../metrics/create-metrics.ts";

/** Counts the connections of a server that are open. */
export function countConnections(server: Server, metrics: Metrics): void {
  let open = 0;
  server.on("connection", (socket) => {
    open += 1;
    socket.once("close", () => {
      open -= 1;
    });
  });
  addGauge(metrics, {
    name: "freehold_http_connections",
    help: "Connections that are open.",
    read: () => open,
  });
}
