import { useQuery } from "@tanstack/react-query";
import { graphql } from "../graphql.ts";

/** The numbers of things that wait for the owner. */
export interface WaitingCounts {
  readonly notifications: number;
  readonly outbox: number;
  readonly comments: number;
}

/** What waits for the owner, refreshed every minute. */
export function useWaitingCounts(): WaitingCounts {
  const { data } = useQuery({
    queryKey: ["waiting"],
    queryFn: ({ signal }) => graphql<Reply>(query, {}, signal),
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
      outbox { pending }
    }
    commentCounts { held }
  }
`;
