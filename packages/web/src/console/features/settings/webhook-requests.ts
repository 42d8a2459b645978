import { graphql } from "../../graphql.ts";

/** One try to tell a webhook something. */
export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly attempt: number;
  readonly status: number | null;
  /** Null when it got through. */
  readonly problem: string | null;
  readonly durationMs: number;
  readonly createdAt: string;
}

/** An address of the owner's that is told of events. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  /** False where it failed too often in a row, or a restore switched it off. */
  readonly active: boolean;
  readonly failures: number;
  readonly deliveries: readonly Delivery[];
}

/** @throws AskError */
export async function readWebhooks(signal: AbortSignal): Promise<readonly Webhook[]> {
  return (await graphql<{ webhooks: readonly Webhook[] }>(query, {}, signal)).webhooks;
}

/** @returns its secret, which no other answer has. @throws AskError */
export async function createWebhook(input: { url: string; events: readonly string[] }): Promise<string> {
  const reply = await graphql<{ createWebhook: { readonly secret: string } }>(createMutation, { input });
  return reply.createWebhook.secret;
}

/** Sends what waits for it now. @throws AskError */
export async function retryWebhook(id: string): Promise<void> {
  await graphql(enableMutation, { input: { id } });
}

/** @throws AskError */
export async function destroyWebhook(id: string): Promise<void> {
  await graphql(destroyMutation, { input: { id } });
}

const query = /* GraphQL */ `
  query Webhooks {
    webhooks {
      id
      url
      events
      active
      failures
      deliveries {
        id
        event
        attempt
        status
        problem
        durationMs
        createdAt
      }
    }
  }
`;
const createMutation = /* GraphQL */ `
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      secret
    }
  }
`;
const enableMutation = /* GraphQL */ `
  mutation RetryWebhook($input: EnableWebhookInput!) {
    enableWebhook(input: $input)
  }
`;
const destroyMutation = /* GraphQL */ `
  mutation DestroyWebhook($input: DestroyWebhookInput!) {
    destroyWebhook(input: $input)
  }
`;
