import { useProblemCount } from "../diagnosis.ts";
import { waitingQuery } from "../first-reads.ts";
import { useData } from "../queries.ts";

/** The counts of things that wait for the owner, refreshed when the node says so, and every minute. */
export function useWaitingCounts() {
  const { data } = useData(["waiting"], waitingQuery, {}, { refetchInterval: 60_000 });
  const failedChecks = useProblemCount();
  const unread = data?.unreadNotifications ?? 0;
  return {
    /** Whether the node has said how many there are. */
    isKnown: data !== undefined,
    unread,
    /** A comment that waits has a notification, too: it counts once. */
    inbox: Math.max(unread, data?.commentCounts.held ?? 0),
    /** Drafts of programs. */
    proposals: data?.proposalCount ?? 0,
    /** The number of problems on the Status page. */
    problems: failedChecks + (data?.dailyBackups.failure ? 1 : 0) + (data?.nodeStatus.newerVersion ? 1 : 0),
  };
}

export type WaitingCounts = Omit<ReturnType<typeof useWaitingCounts>, "isKnown">;
