import type { Context } from "./context.ts";
import type { Outcome } from "./jobs/retry.ts";
import type { EventHandlers } from "./store/events.ts";
import type { Job } from "./store/jobs.ts";

/** The part of the context that a job may use. */
export type JobContext = Pick<
  Context,
  "store" | "owner" | "clock" | "config" | "peers" | "blobs" | "foreign"
>;

/** The work on one job. The signal aborts when its time is over. */
export type JobWork = (job: Job, signal: AbortSignal) => Promise<Outcome>;

/** A feature of the node. It imports the core and no other module; the core knows it by this face alone. */
export interface NodeModule {
  readonly name: string;
  /** Functions that run in the transaction of an event of the core. */
  readonly on?: EventHandlers;
  /** The work on its kinds of jobs, made once for a node. */
  readonly jobs?: (context: JobContext) => Readonly<Record<string, JobWork>>;
  /** Loads the file that adds its types and operations to the schema. */
  readonly graphql?: () => Promise<unknown>;
}

/** Declares a module. Its parts that need much are loaded when they are asked for. */
export function defineModule(module: NodeModule): NodeModule {
  return module;
}
