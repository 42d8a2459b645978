import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { Avatar } from "../../domain/profile/avatar.ts";
import { openAvatar } from "../../domain/profile/picture.ts";
import type { AddressName } from "../../services.ts";
import { ensLimits } from "./limits.ts";
import { readEnsRpc } from "./renew.ts";
import { readEnsNames as readRows } from "./store.ts";

type ReadContext = Pick<Context, "store" | "clock" | "config">;

/**
 * The stored names of addresses, if the owner wants names. It looks nothing up.
 *
 * @param isSet whether the setting names an RPC, if the caller knows it
 */
export async function readEnsNames(
  { store, clock, config }: ReadContext,
  addresses: readonly Address[],
  isSet?: boolean,
): Promise<ReadonlyMap<Address, AddressName>> {
  if (addresses.length === 0) return new Map();
  const isOn = config.ensRpc !== null || (isSet ?? (await readEnsRpc(store.db, config)) !== null);
  if (!isOn) return new Map();
  const rows = await readRows(store.db, addresses, clock.now() - ensLimits.shownMs);
  return new Map(
    rows.map(({ address, name, avatarHash }) => {
      const picture = avatarHash && `/ens/${address}?v=${avatarHash.slice(2, 10)}`;
      return [address, { name, picture }] as const;
    }),
  );
}

/** The picture of an address in ENS as it is stored here, or null. */
export async function openEnsPicture(
  context: ReadContext & Pick<Context, "blobs">,
  address: Address,
): Promise<Avatar | null> {
  const { store, clock, config, blobs } = context;
  if ((await readEnsRpc(store.db, config)) === null) return null;
  const [row] = await readRows(store.db, [address], clock.now() - ensLimits.shownMs);
  return row?.avatarHash
    ? await openAvatar(blobs, { avatarHash: row.avatarHash, avatarType: "image/webp" })
    : null;
}
