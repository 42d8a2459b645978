/** The events of another site, and the answers of sites to a post. */
export const historyEn = {
  peerHistory: {
    title: "History",
    empty: "No events yet.",
    kinds: {
      MET: "Your site heard of it for the first time",
      FOLLOWED_YOU: "Followed you",
      UNFOLLOWED_YOU: "Stopped following you",
      REMOVED_YOU: "Removed you from its followers",
      YOU_FOLLOWED: "You followed it",
      YOU_UNFOLLOWED: "You stopped following it",
      YOU_REMOVED: "You removed it from your followers",
      DENIED_FOLLOW: "Says that it does not follow you",
      PROFILE_SIGNED: "New profile",
      PROFILE_READ: "Other texts in its profile",
      MOVED: "Moved",
      BLOCKED: "You blocked it",
      UNBLOCKED: "You unblocked it",
      UNREACHABLE: "Could not be reached for a day",
      REACHABLE: "Can be reached again",
      OTHER_ADDRESS: "Somebody else's key answers at its address",
      OTHER_URL: "Answers at another address, or says so, without a signature",
      TWO_URLS: "The same key answers at two addresses",
      OLDER_PROFILE: "An older profile than the known one came",
    },
    signed: "signed, checked now",
    broken: "the signature is not right",
    unsigned: "nobody signed this",
    warning: "Warning",
    warningHint:
      "This should not happen without a signature. It may be a mistake, a restored backup, or somebody who pretends to be this site. Ask its owner in another way.",
    changed: (before: string, after: string): string => `${before} → ${after}`,
    nothing: "(empty)",
  },
  receipts: {
    has: (when: string): string => `Says that it has the post (${when}).`,
    accepted: (when: string): string => `Took the proof (${when}), and fetches the post by itself.`,
    unknown: "Its answer was not stored.",
    ask: "Ask now",
    explain:
      "Asking sends the proof once more. A node that fetches a post does not say which node it is, so fetches are not listed here.",
    answers: {
      HAS: "It says that it has the post.",
      ACCEPTED:
        "It took the proof once more. It does not have the post yet, or lost it, and fetches it by itself.",
      DENIED: "It says that it does not follow you any more.",
      SILENT: "It did not answer.",
    },
  },
};
