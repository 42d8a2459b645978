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

  note(group: readonly FuzzRequest[], { replies }: Exchange, ms: number): void {
    this.requests += group.length;
    this.replies += replies.length;
    for (const { route } of group) this.routes.set(route, (this.routes.get(route) ?? 0) + 1);
    for (const { status } of replies) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (ms <= this.slowestMs) return;
    this.slowestMs = ms;
    this.slowest = group.map(({ route }) => route).join(", ");
  }

  /** Adds what another run counted. */
  add(other: Tally): void {
    this.requests += other.requests;
    this.replies += other.replies;
    for (const [status, count] of other.statuses)
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + count);
    for (const [route, count] of other.routes) this.routes.set(route, (this.routes.get(route) ?? 0) + count);
    if (other.slowestMs > this.slowestMs) [this.slowestMs, this.slowest] = [other.slowestMs, other.slowest];
  }

  /** One line: how many, and how they were answered. */
  toString(): string {
    const statuses = [...this.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`);
    return `${this.requests} requests, ${this.replies} replies (${statuses.join(", ")}); the slowest took ${Math.round(this.slowestMs)} ms (${this.slowest})`;
  }
}
