import { ask } from "../ask.ts";

/** The text that the owner signs to come in, good for five minutes. Throws AskError. */
export async function readSignInMessage(address: string): Promise<string> {
  const { getSiweMessage } = await ask<{ getSiweMessage: { message: string } }>(messageQuery, { address });
  return getSiweMessage.message;
}

/** Opens a session, in a cookie that no script reads. Throws AskError. */
export async function enter(message: string, signature: string): Promise<void> {
  await ask(signInMutation, { input: { message, signature } });
}

const messageQuery = /* GraphQL */ `
  query SignInMessage($address: String!) {
    getSiweMessage(address: $address) {
      message
    }
  }
`;
const signInMutation = /* GraphQL */ `
  mutation SignIn($input: SignInWithEthereumInput!) {
    signInWithEthereum(input: $input) {
      tokenId
    }
  }
`;
