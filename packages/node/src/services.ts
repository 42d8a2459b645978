import type { Address } from "@freehold/protocol";
import type { Context } from "./context.ts";
import type { Reader, Tx } from "./store/database.ts";

/** The name of an address in ENS, which leads back to the address. It is shown beside the address, never instead of it. */
export interface AddressName {
  readonly name: string;
  /** Path of its picture on this node, or null. */
  readonly picture: string | null;
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
}

/** The answers of a node without the module. */
const withoutModules: Services = {
  findDraftProgram: async () => null,
  readNames: async () => new Map(),
  wishName: async () => {},
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
