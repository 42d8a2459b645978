import type { Exchange } from "./requests/connection-pool.ts";
import type { FuzzRequest } from "./requests/fuzz-request.ts";

/** What was sent and what came back, in numbers. */
export class Tally {
  requests = 0;
  replies = 0;
  slowestMs = 0;
  slowest = "";
  readonly statuses = new Map<number, number>();
  readonly routes = new Map<string, number>();
  /** Requests that were answered with success, by their route. */
  readonly taken = new Map<string, number>();

  note(group: readonly FuzzRequest[], { replies }: Exchange, ms: number): void {
    this.requests += group.length;
    this.replies += replies.length;
    for (const { route } of group) this.routes.set(route, (this.routes.get(route) ?? 0) + 1);
    for (const [index, { status }] of replies.entries()) {
      const route = group[index]?.route;
      if (route !== undefined && status >= 200 && status < 300)
        this.taken.set(route, (this.taken.get(route) ?? 0) + 1);
    }
    for (const { status } of replies) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (ms <= this.slowestMs) return;
    this.slowestMs = ms;
    this.slowest = group.map(({ route }) => route).join(", ");
  }

  /** One line: how many, and how they were answered. */
  toString(): string {
    const statuses = [...this.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`);
    return `${this.requests} requests, ${this.replies} replies (${statuses.join(", ")}); the slowest took ${Math.round(this.slowestMs)} ms (${this.slowest})`;
  }
}
