import { PeerError } from "@freehold/protocol";
import { type Check, failed, ok, skipped } from "../../domain/check.ts";
import { msg } from "../../errors/errors.ts";
import { ensChain, readChain } from "./look-up.ts";
import { readEnsRpc } from "./renew.ts";

export const ensChecks: readonly Check[] = [
  {
    id: "work.names",
    about: "The Ethereum RPC for names (ENS): whether it answers, and that it is of Ethereum",
    fails: "it does not respond, or it is of another chain",
    needs: ["tables"],
    async run({ store, config, peers, clock, signal }) {
      const rpc = await readEnsRpc(store.db, config);
      if (rpc === null) return skipped(msg`No Ethereum RPC is set, so no names are shown.`);
      try {
        const chain = await readChain({ peers, clock, rpc, signal });
        if (chain === ensChain) return ok(msg`The Ethereum RPC works.`);
        return failed(
          msg`The Ethereum RPC is of chain ${chain}, not of Ethereum, so no names are shown.`,
          msg`Set an RPC of Ethereum itself (chain 1) in the setting ensRpc.`,
        );
      } catch (error) {
        if (!(error instanceof PeerError)) throw error;
        return failed(
          msg`The Ethereum RPC does not respond correctly.`,
          msg`Correct the address in the setting ensRpc, or FREEHOLD_ENS_RPC; it may need a key.`,
        );
      }
    },
  },
];
