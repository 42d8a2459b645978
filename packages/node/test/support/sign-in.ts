import type { Wallet } from "./wallet.ts";

/** Asks a node's GraphQL, and resolves with `data`. */
export type Ask = <T>(query: string, variables: Record<string, unknown>) => Promise<T>;

/** Signs the owner in with a wallet. @returns the session's token */
export async function signIn(
  ask: Ask,
  { address, signMessage }: Pick<Wallet, "address" | "signMessage">,
): Promise<string> {
  const { getSiweMessage } = await ask<{ getSiweMessage: { message: string } }>(
    "query Q($address: String!) { getSiweMessage(address: $address) { message } }",
    { address },
  );
  const { message } = getSiweMessage;
  const input = { message, signature: await signMessage(message) };
  const { signInWithEthereum } = await ask<{ signInWithEthereum: { token: string } }>(
    "mutation M($input: SignInWithEthereumInput!) { signInWithEthereum(input: $input) { token } }",
    { input },
  );
  return signInWithEthereum.token;
}
