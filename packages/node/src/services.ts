import type { Address } from "@freehold/protocol";
import type { Expression } from "kysely";
import type { Context, OwnerSigner } from "./context.ts";
import type { AddressToTry } from "./domain/profile/update-profile.ts";
import type { Reader, Tx } from "./store/database.ts";

/** The name of an address in ENS, which leads back to the address. It is shown beside the address, never instead of it. */
export interface AddressName {
  readonly name: string;
  /** Path of its picture on this node, or null. */
  readonly picture: string | null;
}

/** An entry of a feed, with the name of the feed. Nobody signed it. */
export interface NewestEntry {
  readonly title: string;
  readonly url: string | null;
  readonly feedTitle: string;
  /** Its position in the timeline (seconds). */
  readonly sortTime: number;
}

/** A feed that the owner reads. */
export interface NamedFeed {
  readonly url: string;
  readonly title: string;
}

/** Functions of modules that the core calls, by one name each. A module names those that it has in its parts. */
export interface Services {
  /** The id of the token whose program wrote a draft; null where none did. */
  findDraftProgram(db: Reader, publicationId: number): Promise<string | null>;
  /**
   * The stored names of addresses, if the owner wants names. It looks nothing up.
   *
   * @param isSet whether the setting `ensRpc` names an RPC, if the caller knows it
   */
  readNames(
    context: Pick<Context, "store" | "clock" | "config">,
    addresses: readonly Address[],
    isSet?: boolean,
  ): Promise<ReadonlyMap<Address, AddressName>>;
  /**
   * Queues the look-up of an address's name, if the owner wants names and this one was not looked up lately; at a sign-in
   * one that is an hour old is looked up again.
   */
  wishName(
    tx: Tx,
    wish: Pick<Context, "config"> & {
      readonly address: Address;
      readonly now: number;
      readonly atSignIn?: boolean;
    },
  ): Promise<void>;
  /** The newest entries of all feeds that the owner reads. */
  listNewestEntries(context: Pick<Context, "store">, limit: number): Promise<readonly NewestEntry[]>;
  /**
   * Follows the feed at an address, with its entries so far; null where the node reads no feeds.
   *
   * @throws AppError as `subscribeFeed` of the module
   */
  followFeed(
    context: Pick<Context, "store" | "peers" | "clock" | "foreign">,
    url: string,
  ): Promise<NamedFeed | null>;
  /**
   * The reads of publications by their ids in each of the last days, the oldest first, with those of their other versions; one
   * that nobody read is left out.
   */
  readReadsOf(
    context: Pick<Context, "store" | "clock" | "events">,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, readonly number[]>>;
  /** The reads of a row of `publications` in the last days, as a part of a query; null where none are counted. */
  rankByReads(context: Pick<Context, "store" | "clock" | "events">): Promise<Expression<number> | null>;
  /** Ends the follow of the feed at an address. @returns the feed; null where the owner reads none there */
  unfollowFeed(context: Pick<Context, "store">, url: string): Promise<NamedFeed | null>;
  /**
   * Lets an address be signed only where this very node answers at it, out through DNS and proxy and back.
   *
   * @throws AppError ADDRESS_NOT_HERE with what was found and what to do, VALIDATION_FAILED, RATE_LIMITED during another diagnosis
   */
  requireLeadsHere(
    context: Pick<Context, "config" | "store" | "clock" | "log" | "peers" | "blobs" | "events">,
    address: AddressToTry,
  ): Promise<void>;
  /** How many readers get posts by mail; null where no mails can be sent. */
  countMailReaders(context: Pick<Context, "store" | "clock">): Promise<number | null>;
  /** Says whether a draft goes to the readers by mail once it is published. @throws AppError as `chooseNewsletter` of the module */
  chooseMail(
    context: Pick<Context, "store" | "clock" | "owner">,
    choice: { readonly publicationId: number; readonly send: boolean },
  ): Promise<void>;
  /** How far the mails of a post are; null for a post that goes to nobody by mail. */
  readMailsOf(context: Pick<Context, "store">, publicationId: number): Promise<MailsOfPost | null>;
  /**
   * Looks whether the public site can be written into a folder, as files for any web server. Null where the node has no such
   * export.
   *
   * @returns a function that writes them
   * @throws AppError EXPORT_INVALID for a folder that holds something else
   */
  prepareStaticSite(context: Context, folder: string): Promise<WriteStaticSite | null>;
}

/** The mails of one post, by what became of them. */
export interface MailsOfPost {
  /** Those that the running node has still to send; all readers, before it begins. */
  readonly waiting: number;
  readonly delivered: number;
  /** Those that were refused, or that nobody knows to have arrived. */
  readonly failed: number;
}

/** Writes the public site into its folder, and signs the list of its files. */
export type WriteStaticSite = (options: {
  readonly signer: Pick<OwnerSigner, "address" | "signText">;
  readonly onProgress?: (files: number) => void;
  readonly signal: AbortSignal;
}) => Promise<{ readonly folder: string; readonly files: number; readonly hasSearch: boolean }>;

/** The answers of a node without the module. */
const withoutModules: Services = {
  findDraftProgram: async () => null,
  readNames: async () => new Map(),
  wishName: async () => {},
  listNewestEntries: async () => [],
  followFeed: async () => null,
  unfollowFeed: async () => null,
  readReadsOf: async () => new Map(),
  rankByReads: async () => null,
  requireLeadsHere: async () => {},
  countMailReaders: async () => null,
  chooseMail: async () => {},
  readMailsOf: async () => null,
  prepareStaticSite: async () => null,
};

let provided: Services | null = null;

/** Says once for a program which functions its modules have. */
export function provideServices(ofModules: readonly Partial<Services>[]): void {
  provided = Object.assign({}, withoutModules, ...ofModules);
}

/** The functions of the modules. @throws Error before `loadModules` */
export function services(): Services {
  if (!provided) throw new Error("The modules are not loaded: call loadModules first.");
  return provided;
}
