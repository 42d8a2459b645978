import { graphql, graphqlField } from "../../graphql.ts";

/** One call of a webhook. */
export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly attempt: number;
  readonly status: number | null;
  /** Null when it was delivered. */
  readonly problem: string | null;
  readonly durationMs: number;
  readonly createdAt: string;
}

/** An address that the node calls on events. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  /** False when it failed too often in a row, or after a restore. */
  readonly active: boolean;
  readonly failures: number;
  readonly deliveries: readonly Delivery[];
}

/** @throws ApiError */
export async function readWebhooks(signal: AbortSignal): Promise<readonly Webhook[]> {
  return await graphqlField<readonly Webhook[]>(query, {}, signal);
}

/** @returns its secret, which is never sent again. @throws ApiError */
export async function createWebhook(input: { url: string; events: readonly string[] }): Promise<string> {
  const reply = await graphql<{ createWebhook: { readonly secret: string } }>(createMutation, { input });
  return reply.createWebhook.secret;
}

/** Enables it and sends its waiting calls now. @throws ApiError */
export const retryWebhook = (id: string) => graphql(enableMutation, { input: { id } });

/** @throws ApiError */
export const destroyWebhook = (id: string) => graphql(destroyMutation, { input: { id } });

const query = /* GraphQL */ `
  query Webhooks {
    webhooks {
      id url events active failures
      deliveries { id event attempt status problem durationMs createdAt }
    }
  }
`;
const createMutation = /* GraphQL */ `
  mutation CreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }
`;
const enableMutation = /* GraphQL */ `
  mutation RetryWebhook($input: EnableWebhookInput!) { enableWebhook(input: $input) }
`;
const destroyMutation = /* GraphQL */ `
  mutation DestroyWebhook($input: DestroyWebhookInput!) { destroyWebhook(input: $input) }
`;
