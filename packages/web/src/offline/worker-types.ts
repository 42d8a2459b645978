/** What a service worker has, as far as the site's own needs it. */
export interface WorkerScope {
  /** Written before the script by the node. */
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

/** What the node tells the worker. */
export interface SiteWorkerConfig {
  /** Changes with the offline page, and so with whatever that is made of. */
  readonly version: string;
  /** BCP 47. */
  readonly language: string;
  /** `kept` with `#` for the moment. */
  readonly words: { readonly kept: string; readonly anew: string };
  /** Scripts of pages, and what each of them loads at once. Paths. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  readonly most: {
    readonly pages: number;
    readonly pictures: number;
    /** Of one picture. */
    readonly pictureBytes: number;
  };
}

export interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface Installed extends Extendable {
  /** What goes past the worker; nothing where a browser has no such routes. */
  addRoutes?(routes: readonly { condition: { urlPattern: string }; source: "network" }[]): Promise<void>;
}

export interface Fetched extends Extendable {
  readonly request: Request;
  /** What came while the worker was started; nothing where a browser does not do that. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
