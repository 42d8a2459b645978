import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { freePort } from "../packages/node/test/support/free-port.ts";

/** How a follower's node takes a publication. */
export type Manner = "answers" | "slow" | "hangs-at-once" | "hangs-when-asked" | "is-away" | "is-busy";

/** The first message from the parent: a certificate, and a manner for each follower. */
export interface FollowersOrder {
  cert: string;
  key: string;
  /** How long a healthy follower takes to answer. */
  answerMs: number;
  slowMs: number;
  manners: Manner[];
  /** One server for all, who take the paths `/0`, `/1`, …; each has its own otherwise. */
  isShared?: boolean;
}

/** What it answers: the ports, once; and which of them took a publication, as it happens. */
export type FollowersReport = { ports: number[] } | { told: number; at: number };

/** Many followers in one process, each on a port of its own. Times are of the machine's clock, which all its processes share. */
process.once("message", (order: FollowersOrder) => {
  const manners = order.isShared ? order.manners.slice(0, 1) : order.manners;
  void Promise.all(manners.map((manner, index) => listen(manner, index, order))).then((ports) =>
    tell({ ports }),
  );
});
process.once("disconnect", () => process.exit());

async function listen(manner: Manner, index: number, order: FollowersOrder): Promise<number> {
  if (manner === "is-away") return await freePort();
  const server = manner === "hangs-at-once" ? createTcpServer() : serve(manner, index, order);
  return await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

function serve(manner: Manner, index: number, order: FollowersOrder): Server {
  const { cert, key, answerMs, slowMs, isShared = false } = order;
  return createHttpsServer({ cert, key }, (request, response) => {
    request.resume();
    request.once("end", () => {
      if (manner === "hangs-when-asked") return;
      const answer = () => {
        response.writeHead(manner === "is-busy" ? 503 : 202).end();
        const told = isShared ? Number(request.url?.split("/")[1]) : index;
        tell({ told, at: Date.now() });
      };
      const ms = manner === "slow" ? slowMs : answerMs;
      if (ms === 0) answer();
      else setTimeout(answer, ms);
    });
  });
}

function tell(report: FollowersReport): void {
  process.send?.(report);
}
