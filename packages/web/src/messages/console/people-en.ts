import { count, englishNumber as number } from "../site/format.ts";

/** Texts about other people and their nodes, in English. */
export const peopleEn = {
  /** Why a delivery failed, by the beginning of the reason that the node gives; the first that fits counts. */
  reasons: {
    "it did not answer": "It did not respond in time.",
    "it took too long": "It did not respond in time.",
    "it can't be reached: The certificate": "Its certificate was rejected.",
    "it can't be reached: The host name": "Its domain name has no address.",
    "it can't be reached: The address": "Its domain name points to an address that is not allowed.",
    "it can't be reached": "It can't be reached.",
    "its answer is too large": "Its response is too large.",
    "its answer makes no sense": "Its response is invalid.",
    "it does not know of its follow yet": "It has not recorded yet that it follows you.",
    "it is no follower any more": "It no longer follows you.",
    "it no longer follows": "It no longer follows you.",
    "deleted before it was delivered": "You deleted the post before it was delivered.",
    "the node is not known any more": "There is no longer a record of it.",
    "the node is blocked now": "You have blocked it.",
    "the node was blocked meanwhile": "You have blocked it since then.",
    "the follow was ended meanwhile": "The follow has ended since then.",
    "the follow was made again meanwhile": "It was followed again since then.",
    "the signature's hour ran out before the node answered: end":
      "A signature is valid for one hour, and the site did not respond in that time. It may not know that the follow has ended.",
    "the signature's hour ran out before the node answered: follow":
      "A signature is valid for one hour, and the site did not respond in that time. Follow again.",
    "the signature's hour ran out before the node answered: undone":
      "A signature is valid for one hour, and the site did not respond in that time. You don't follow it.",
    "it is not signed in the form that it speaks":
      "The site uses another form of the protocol. Sign your profile again.",
    "a newer profile went out instead": "A newer profile was sent instead.",
    "its owner gave it up": "You dropped it because your node crashed each time it tried.",
    "the page can't be read": "The page can't be read.",
    "nothing waits for this any more": "It is no longer needed.",
    "this node failed": "Your own node failed. See its log.",
  },
  answered: (answer: string): string => `It returned ${answer}.`,
  people: {
    tabs: { following: "Following", followers: "Followers", feeds: "Feeds", blocked: "Blocked" },
    count: (value: number): string => number.format(value),
    follow: "Follow a site",
    empty: {
      following:
        "You don't follow anyone yet. People you follow appear here, and their posts in your timeline.",
      followers: "No followers yet. Your followers appear here. Share the address of your site.",
      blocked:
        "Nobody is blocked. Blocked people can't follow you or comment, and you don't get their posts.",
    },
    address: "Address",
    ens: "In ENS:",
    since: {
      following: (when: string): string => `Following since ${when}`,
      followers: (when: string): string => `Follower since ${when}`,
      blocked: (when: string): string => `Blocked since ${when}`,
    },
    sinceName: { following: "Following since", followers: "Follower since" },
    stored: (value: number): string =>
      value === 0 ? "No posts stored" : `${count(value, "post", "posts")} stored`,
    storedName: "Stored here",
    storedSize: (posts: string, size: string): string => `${posts}, ${size}`,
    full: (program: string): string =>
      `The storage limit for this site is reached. Stored posts stay; new ones are not fetched. To raise the limit, run ${program} settings set replicasPerPeer NUMBER on your node's machine, or the same with replicaBytesPerPeer.`,
    fullShort: "storage limit reached",
    failures: "Failed attempts",
    health: "Connection",
    reached: (when: string): string => `Reached ${when}`,
    notTried: "Not contacted yet",
    failing: (when: string): string => `Failing since ${when}`,
    next: (when: string): string => `Next attempt ${when}`,
    nextSoon: "Next attempt soon",
    tries: (value: number): string => `${count(value, "attempt", "attempts")} in a row`,
    lastReached: "Last reached",
    lastHeard: "Last message",
    caughtUp: "Last full sync",
    never: "never",
    theirPosts: "Show posts",
    unfollow: "Unfollow",
    unfollowTitle: (name: string): string => `Unfollow ${name}?`,
    unfollowExplain:
      "You sign that you no longer follow this site. New posts no longer arrive. Stored posts stay. You can follow again at any time.",
    unfollowed: (name: string): string => `You no longer follow ${name}.`,
    remove: "Remove follower",
    removeTitle: (name: string): string => `Remove ${name}?`,
    removeExplain:
      "You sign that this site no longer follows you, and it is notified. It keeps the posts that it has. It can follow you again. To prevent that, block it.",
    removed: (name: string): string => `${name} no longer follows you.`,
    endWaits: "That site doesn't respond now. Your node keeps trying; see Delivery.",
    followAgain: "Follow again",
    block: "Block",
    blockTitle: (name: string): string => `Block ${name}?`,
    blockExplain:
      "They can't follow you or comment. You don't get their posts, and those that are here no longer show in your timeline and search until you unblock. Follows between you end now and are not restored.",
    blockSigns:
      "If one of you follows the other, you also sign the end of the follow, so that their site is notified.",
    blockReason: "Reason (a note that only you see)",
    hideComments: "Also hide their existing comments",
    isBlocked: (name: string): string => `${name} is blocked.`,
    commentsStay: "Their earlier comments stay until you hide them in the inbox.",
    unblock: "Unblock",
    unblocked: (name: string): string => `${name} is no longer blocked. Follows that ended stay ended.`,
    blockedByMail: "Commenters by email, and other sites",
    blockedByMailHint:
      "Commenters are shown by the name on their comment. Nobody sees their email address. On another site, you block one author or the whole site.",
    blockedByEmail: "by email",
    blockedSite: "the whole site",
    blockedThrough: (site: string): string => `an author on ${site}`,
    note: (messages: string): string => `Note: ${messages}`,
  },
  following: {
    label: "Address of the site",
    hint: "As you would type it in a browser.",
    lookUp: "Continue",
    lookingUp: "Contacting the site…",
    posts: (value: number | null): string =>
      value === null
        ? "The number of posts is unknown."
        : value === 0
          ? "No posts yet."
          : `${count(value, "post", "posts")}`,
    noDescription: "No description.",
    compare: "To be sure who this is, compare this address with the one they gave you.",
    follow: (name: string): string => `Follow ${name}`,
    explain: (name: string): string =>
      `You sign that your site follows ${name} from now on. Their posts appear in your timeline. It's free, and you can unfollow at any time.`,
    done: (name: string): string => `You follow ${name}. Their posts appear in your timeline.`,
    waits: (name: string): string =>
      `Signed. ${name} doesn't respond now. Your node keeps trying for an hour. Then ${name} appears under Following, or Delivery shows the reason.`,
  },
};
