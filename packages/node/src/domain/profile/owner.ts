import { EwpError, isoSeconds, type NodeProfile } from "@freehold/protocol";
import { program } from "../../config/program.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { isInsideTransaction, type Store } from "../../store/database.ts";
import { findOwnProfile, type Profile } from "../../store/peers/profiles.ts";
import { leaveOut, readEarlierUrls } from "./own-addresses.ts";

/** The own profile, and the addresses that this node had before. */
export interface OwnProfile extends Profile {
  readonly earlierUrls: readonly string[];
}

/** The owner of this node. */
export interface Owner {
  /**
   * The owner's committed profile; null before installation. Inside a transaction, use `findOwnProfile(tx)` instead.
   */
  get(): Promise<Readonly<OwnProfile> | null>;
  /** Whether this node is installed. Once it is, this asks nothing: only a new start can change it. */
  isInstalled(): Promise<boolean>;
}

/**
 * Reads the owner's profile from the database once, and again after each change of the database.
 *
 * @param configured the addresses of the node that its configuration names
 */
export function createOwner(
  { db, version }: Pick<Store, "db" | "version">,
  configured: readonly string[] = [],
): Owner {
  let cached: { readonly version: string; readonly profile: Readonly<OwnProfile> | null } | null = null;
  let isInstalled = false;
  return {
    async isInstalled() {
      return isInstalled || (await this.get()) !== null;
    },
    async get() {
      if (isInsideTransaction()) {
        throw new Error("The work of a transaction reads the owner's profile by the transaction.");
      }
      // Before the profile, so that a commit between the two makes the next call read again.
      const current = version();
      if (cached && cached.version === current) return cached.profile;
      const found = await findOwnProfile(db);
      const profile = found && {
        ...found,
        earlierUrls: leaveOut(found.url, [...(await readEarlierUrls(db)), ...configured]),
      };
      if (profile) Object.freeze(profile);
      isInstalled ||= profile !== null;
      cached = current === null ? null : { version: current, profile };
      return profile;
    },
  };
}

/** The node's own profile, for a use case of the owner. Throws NOT_INSTALLED before installation. */
export async function requireOwner({ owner }: { readonly owner: Owner }): Promise<Readonly<OwnProfile>> {
  const own = await owner.get();
  if (!own)
    throw new AppError("NOT_INSTALLED", msg`This node has no owner yet. Run this first: ${program} init`);
  return own;
}

/** The first check of a peer's request, which costs nothing. Throws NODE_NOT_FOUND before installation (decisions 7). */
export async function checkInstalled({ owner }: { readonly owner: Owner }): Promise<void> {
  if (!(await owner.isInstalled())) throw notInstalled();
}

/** The node's own profile, for a request of a peer. Throws NODE_NOT_FOUND before installation (decisions 7). */
export async function requireInstalled({ owner }: { readonly owner: Owner }): Promise<Readonly<OwnProfile>> {
  const own = await owner.get();
  if (!own) throw notInstalled();
  return own;
}

function notInstalled(): EwpError {
  return new EwpError("NODE_NOT_FOUND", "This node is not installed yet.");
}

/** A profile in baseline form (specification 2.1, 4.1). */
export function toNodeProfile(own: Readonly<Profile>): NodeProfile {
  return {
    address: own.address,
    url: own.url,
    title: own.title,
    description: own.description,
    ewpVersion: "1",
    createdAt: isoSeconds(Math.floor(own.createdAt / 1000)),
    updatedAt: isoSeconds(own.updatedAt),
  };
}
