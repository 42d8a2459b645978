import type { FastifyInstance } from "fastify";
import type { Command } from "./cli/command.ts";
import type { Context } from "./context.ts";
import type { Check } from "./domain/check.ts";
import type { MailKind } from "./domain/mail/mail-texts.ts";
import type { Download } from "./http/api/download.ts";
import type { ApiPaths } from "./http/openapi/parts.ts";
import type { SiteContext } from "./http/site/pages.ts";
import type { Outcome } from "./jobs/retry.ts";
import type { QueueRow } from "./jobs/running-rows.ts";
import type { Queue } from "./jobs/worker.ts";
import { provideServices, type Services } from "./services.ts";
import type { Reader, Tx } from "./store/database.ts";
import type { DueQueue } from "./store/due-queues.ts";
import type { EventHandlers } from "./store/events.ts";
import type { Job } from "./store/queues/jobs.ts";
import { type ModuleTables, registerTables } from "./store/tables/list-tables.ts";
import type { WorkQueue } from "./store/tables/queues.ts";

/** The part of the context that a job may use. */
export type JobContext = Pick<
  Context,
  "store" | "owner" | "clock" | "config" | "log" | "peers" | "blobs" | "foreign"
>;

/** The work on one job. The signal aborts when its time is over. */
export type JobWork = (job: Job, signal: AbortSignal) => Promise<Outcome>;

/** Work that runs at the start, then at an interval, and at times of its own. It ends soon after the signal. */
export interface MaintenanceTask {
  /**
   * Names the task for ever: processes take turns by it, also those of another version, so it never changes.
   */
  readonly key: string;
  /**
   * The processes that do the task. By default one worker does it for as long as that runs. `data folder`: all workers take turns,
   * because each machine may have a data folder of its own. `worker`: each worker does it for itself. `process`: each process
   * does it, also one that only answers requests.
   */
  readonly each?: "data folder" | "worker" | "process";
  readonly everyMs: number;
  /** The work that has a time of its own, before the next turn: `at` reads it (ms; null for none), and `queue` tells of an earlier one. */
  readonly due?: { readonly queue: DueQueue; readonly at: (db: Reader) => Promise<number | null> };
  /** Whether it waits while the clock is in doubt: it publishes, or removes what is old. */
  readonly byClock?: true;
  readonly work: (context: Context, signal: AbortSignal) => Promise<unknown>;
  /** The log message of a failed run; the next one tries again. */
  readonly failure: string;
}

/** The work of a module when the owner changes settings. A value may be null, for the default. */
export interface SettingsWatch {
  /** Refuses values before they are saved. @throws AppError VALIDATION_FAILED */
  readonly check: (context: Context, values: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Acts on values that are saved now. */
  readonly changed: (context: Context, values: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** A durable queue of a module. */
export interface ModuleQueue {
  /** The longest attempt (ms). */
  readonly leaseMs: number;
  open(options: QueueOptions): Queue;
  /** The work on a row, in a process beside the node; a queue at work does the same. */
  work(context: Context, row: QueueRow, signal: AbortSignal): Promise<Outcome | undefined>;
  /** Gives a row up that was set aside. */
  drop(tx: Tx, rowKey: string, how: { readonly now: number; readonly error: string }): Promise<unknown>;
}

/** The things that every queue of a process is opened with. */
export interface QueueOptions {
  readonly context: Context;
  /** The name of this process, for rows that it claims. */
  readonly workerId: string;
  /** How often it looks for due rows when nothing tells of any (ms). */
  readonly pollMs: number;
}

/** The parts of a module that a node at work needs. */
export interface ModuleParts {
  /** Functions that run in the transaction of an event of the core. */
  readonly on?: EventHandlers;
  /** Functions that the core calls. */
  readonly services?: Partial<Services>;
  /** The work on its kinds of jobs, made once for a node. */
  readonly jobs?: (context: JobContext) => Readonly<Record<string, JobWork>>;
  /** The mails that it queues with `addMail`, by the names of their templates. */
  readonly mails?: Readonly<Record<string, MailKind>>;
  /** The kind of a job that an earlier version queued under another one; null for every other job. */
  readonly kindOfEarlierJob?: (job: Job) => string | null;
  readonly settings?: SettingsWatch;
  /** Its queues. Each name is one of `workQueues`. */
  readonly queues?: Readonly<Partial<Record<WorkQueue, ModuleQueue>>>;
  /** Begins its work beside the requests, as the node starts. @returns a function that ends it */
  readonly start?: (context: Context) => () => Promise<void>;
  /** Its checks in a diagnosis; the id of each begins with its area. */
  readonly checks?: readonly Check[];
  readonly maintenance?: readonly MaintenanceTask[];
  /** Loads the functions that add its routes to the site, each in a scope of its own. */
  readonly routes?: () => Promise<readonly ((scope: FastifyInstance, ctx: SiteContext) => void)[]>;
  /** Files that it makes for the owner's console to download. */
  readonly downloads?: readonly Download[];
  /** Loads the description of its routes that programs call, for `/api/openapi.json`. */
  readonly api?: () => Promise<ApiPaths>;
  /** Loads the file that adds its types and operations to the schema. */
  readonly graphql?: () => Promise<unknown>;
}

/** A feature of the node. It imports the core and no other module; the core knows it by this face alone. */
export interface NodeModule extends ModuleTables {
  readonly name: string;
  /** Commands of the command line. The help lists them before those for maintenance. */
  readonly commands?: readonly Command[];
  /** Loads everything else. A command that opens no node does not load it. */
  readonly load: () => Promise<ModuleParts>;
}

/** Declares a module. */
export function defineModule(module: NodeModule): NodeModule {
  return module;
}

let registered: readonly NodeModule[] | null = null;
let loaded: Promise<readonly ModuleParts[]> | null = null;
let parts: readonly ModuleParts[] | null = null;

/** Says once for a program which modules its nodes have (`modules.ts`). An event reaches them in this order. */
export function registerModules(modules: readonly NodeModule[]): void {
  registered = modules;
  registerTables(modules);
  loaded = null;
  parts = null;
}

/** The commands of the modules. @throws Error in a program whose first import is not `modules.ts` */
export function listModuleCommands(): readonly Command[] {
  return requireRegistered().flatMap(({ commands = [] }) => commands);
}

/** Loads the modules, once for a program, before its first node. @throws Error as `listModuleCommands` */
export async function loadModules(): Promise<void> {
  loaded ??= Promise.all(requireRegistered().map(({ load }) => load()));
  parts = await loaded;
  provideServices(parts.flatMap(({ services }) => services ?? []));
}

/** The queues of the modules, by their names. */
export function listModuleQueues(): readonly (readonly [WorkQueue, ModuleQueue])[] {
  return listModules().flatMap(({ queues = {} }) => Object.entries(queues) as [WorkQueue, ModuleQueue][]);
}

/** The parts of the modules. @throws Error before `loadModules` */
export function listModules(): readonly ModuleParts[] {
  if (!parts) throw new Error("The modules are not loaded: call loadModules first.");
  return parts;
}

function requireRegistered(): readonly NodeModule[] {
  if (!registered) throw new Error("No modules are registered: import packages/node/src/modules.ts first.");
  return registered;
}
