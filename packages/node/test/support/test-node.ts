import type { Dispatcher } from "undici";
import type { Config } from "../../src/config/config.ts";
import type { Clock } from "../../src/context.ts";
import type { Signer } from "../../src/domain/access/signer.ts";
import type { FollowStatus } from "../../src/domain/connections/follow.ts";
import type { TimelineItem } from "../../src/domain/publications/timeline.ts";
import type { RunningNode } from "../../src/start.ts";
import type { Publication } from "../../src/store/publications/publications.ts";
import type { DatabaseName } from "./databases.ts";

export interface TestNodeOptions {
  title?: string;
  description?: string;
  database?: DatabaseName;
  install?: boolean;
  /** Settings beside those that the network sets, by the names of the environment. */
  settings?: Record<string, string>;
  clock?: Clock;
  /** How often its queues poll (ms). */
  pollMs?: number;
  /** 64 hex digits; any by default. */
  privateKey?: string;
  /** Any that is free by default. */
  port?: number;
}

export interface FetchOptions {
  method?: Dispatcher.HttpMethod;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: unknown;
  /** The call is given up after so long. */
  timeoutMs?: number;
}

export interface TestReply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The body as JSON, or undefined when it is none. */
  json: unknown;
}

/** Calls any URL of the test network. */
export type TestFetch = (url: string, options?: FetchOptions) => Promise<TestReply>;

/** A node and its owner. */
export interface TestNode {
  readonly url: string;
  readonly signer: Signer;
  readonly config: Config;
  /** Throws while it is stopped. */
  readonly running: RunningNode;
  stop(): Promise<void>;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  /** A call to this node from outside: a path, beginning with a slash. */
  fetch(path: string, options?: FetchOptions): Promise<TestReply>;
  follow(other: Pick<TestNode, "url">): Promise<FollowStatus>;
  unfollow(other: Pick<TestNode, "signer">): Promise<void>;
  removeFollower(other: Pick<TestNode, "signer">): Promise<void>;
  /** Creates and signs a post (a text) or a file (bytes). */
  publish(
    content: string | Uint8Array,
    options?: {
      slug?: string;
      /** Whether it may take a slug that a deleted post had. */
      takesSlug?: boolean;
      description?: string;
      filename?: string;
      mediaType?: string;
    },
  ): Promise<Publication>;
  /** Creates a post and does not sign it. */
  draft(text: string, state?: "draft" | "local"): Promise<Publication>;
  timeline(): Promise<TimelineItem[]>;
  /** Waits until nothing that is due is left to do. */
  settled(): Promise<void>;
}
