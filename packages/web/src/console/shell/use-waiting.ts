import { useQuery } from "@tanstack/react-query";
import { ask } from "../ask.ts";

/** How much waits for the owner. */
export interface Waiting {
  readonly notifications: number;
  readonly outbox: number;
  readonly comments: number;
}

/** How much waits for the owner, asked again every minute. */
export function useWaiting(): Waiting {
  const { data } = useQuery({
    queryKey: ["waiting"],
    queryFn: ({ signal }) => ask<Reply>(query, {}, signal),
    refetchInterval: 60_000,
  });
  return {
    notifications: data?.unreadNotifications ?? 0,
    outbox: data?.nodeStatus.outbox?.pending ?? 0,
    comments: data?.commentCounts.held ?? 0,
  };
}

interface Reply {
  readonly unreadNotifications: number;
  readonly nodeStatus: { readonly outbox: { readonly pending: number } | null };
  readonly commentCounts: { readonly held: number };
}

const query = /* GraphQL */ `
  query Waiting {
    unreadNotifications
    nodeStatus {
      outbox {
        pending
      }
    }
    commentCounts {
      held
    }
  }
`;
