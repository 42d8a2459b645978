/**
 * Why a wallet did not sign:
 *
 * - `silent`: it has not answered for a minute; its prompt may stand behind another window
 * - `refused`: its owner said no
 * - `busy`: it has an earlier question open
 * - `other-chain`: it does not want to change to Ethereum's main chain, which the protocol's signatures name
 * - `other-account`: it signs for another address than the one that is wanted
 * - `contract`: the address is a contract, whose signatures no other node can check
 * - `failed`: anything else; `message` is what the wallet says
 */
export type WalletProblem =
  | "silent"
  | "refused"
  | "busy"
  | "other-chain"
  | "other-account"
  | "contract"
  | "failed";

export class WalletError extends Error {
  override readonly name = "WalletError";
  readonly problem: WalletProblem;

  constructor(problem: WalletProblem, message: string = problem, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
