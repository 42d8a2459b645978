import { useData } from "../queries.ts";

/** What waits for the owner, refreshed every minute. */
export function useWaitingCounts() {
  const { data } = useData<Reply>(["waiting"], query, {}, { refetchInterval: 60_000 });
  return {
    notifications: data?.unreadNotifications ?? 0,
    outbox: data?.nodeStatus.outbox?.pending ?? 0,
    comments: data?.commentCounts.held ?? 0,
  };
}

export type WaitingCounts = ReturnType<typeof useWaitingCounts>;

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
