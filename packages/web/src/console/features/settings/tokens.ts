import { graphql } from "../../graphql.ts";

/** A session or an access token. */
export interface Token {
  readonly id: string;
  readonly kind: "CLIENT" | "INTEGRATION";
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly isExpired: boolean;
  readonly lastUsedAt: string | null;
}

/** All tokens, and the id of the current session. @throws ApiError */
export async function readTokens(
  signal: AbortSignal,
): Promise<{ tokens: readonly Token[]; own: string | null }> {
  const { tokens, viewer } = await graphql<{
    tokens: readonly Token[];
    viewer: { readonly tokenId: string | null };
  }>(query, {}, signal);
  return { tokens, own: viewer.tokenId };
}

/** Revokes a session or a token. @throws ApiError */
export const revokeToken = (id: string) => graphql(revokeMutation, { input: { id } });

/** @returns the token, which is never sent again. @throws ApiError */
export async function createToken(input: {
  readonly label: string;
  readonly scopes: readonly string[];
  readonly expiresInSeconds: number | null;
}): Promise<string> {
  const reply = await graphql<{ generateIntegrationToken: { readonly token: string } }>(generateMutation, {
    input,
  });
  return reply.generateIntegrationToken.token;
}

const query = /* GraphQL */ `
  query Tokens {
    viewer { tokenId }
    tokens { id kind label scopes createdAt expiresAt isExpired lastUsedAt }
  }
`;
const revokeMutation = /* GraphQL */ `
  mutation RevokeToken($input: RevokeTokenInput!) { revokeToken(input: $input) }
`;
const generateMutation = /* GraphQL */ `
  mutation GenerateIntegrationToken($input: GenerateIntegrationTokenInput!) {
    generateIntegrationToken(input: $input) { token }
  }
`;
