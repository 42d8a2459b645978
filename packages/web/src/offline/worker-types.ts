/** The part of a service worker's scope that the site's worker uses. */
export interface WorkerScope {
  /** The node writes it before the script. */
  readonly freeholdSite: SiteWorkerConfig;
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window" }): Promise<readonly { readonly url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install", listener: (event: Installed) => void): void;
  addEventListener(type: "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetched) => void): void;
}

/** The worker's configuration, from the node. */
export interface SiteWorkerConfig {
  /** Changes with the offline page and its files. */
  readonly version: string;
  /** BCP 47. */
  readonly language: string;
  /** `kept` has `#` in place of the time. */
  readonly messages: { readonly kept: string; readonly anew: string };
  /** The paths of scripts, each with those of its imports. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  readonly most: {
    readonly pages: number;
    readonly pictures: number;
    readonly pictureBytes: number;
  };
}

export interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface Installed extends Extendable {
  /** Routes past the worker; absent in browsers without them. */
  addRoutes?(routes: readonly { condition: { urlPattern: string }; source: "network" }[]): Promise<void>;
}

export interface Fetched extends Extendable {
  readonly request: Request;
  /** The reply that the browser requested while the worker started; absent in browsers without it. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
