import { count } from "../site/format.ts";

const number = new Intl.NumberFormat("en-GB");

/** What is said of other people and their nodes, in English. */
export const peopleEn = {
  obstacles: {
    NO_NODE_URL: "That is no address of a node. One begins with https:// and has a name behind it.",
    UNREACHABLE:
      "Nobody answers at that address. Look whether it is written right; if it is, that node is away just now.",
    NO_ANSWER: "That node takes too long to answer. Try again in a while.",
    BAD_CERTIFICATE:
      "That address can't prove that it is itself: its certificate is wrong or has run out. Nothing was sent. Its owner has to put that right.",
    ADDRESS_NOT_ALLOWED:
      "That name leads into a private network, or to a port that your node does not call. It was not called.",
    NO_NODE: "Something answers there, and it is no node. Ask whom you want to follow for the address.",
    OTHER_NODE: "Another node answers there than the one it calls itself. Nothing was signed.",
    YOURSELF: "That is your own node.",
    FOLLOWED_ALREADY: "You follow this node already.",
    BLOCKED: "You have blocked this node. Unblock it first, under People.",
  },
  reasons: {
    answered: (answer: string): string => `It answered ${answer}.`,
    late: "It did not answer in time.",
    certificate: "Its certificate was refused.",
    noName: "Its name has no address.",
    notAllowed: "Its name leads to an address that your node does not call.",
    unreachable: "It can't be reached.",
    tooLarge: "Its answer is too large.",
    nonsense: "Its answer makes no sense.",
    notYet: "It does not know yet that it follows you.",
    noFollower: "It follows you no longer.",
    deleted: "You deleted it before it got there.",
    unknown: "Nothing is known of it any more.",
    blocked: "You blocked it meanwhile.",
    ended: "The follow was ended meanwhile.",
    madeAgain: "The follow was made again meanwhile.",
    endAgain: "A signature holds for an hour, and it did not answer in that. End the follow again.",
    followAgain: "A signature holds for an hour, and it did not answer in that. Follow again.",
    undone: "A signature holds for an hour, and it did not answer in that. Nobody follows by it.",
    ownFault: "Your own node failed. It is in its log.",
  },
  people: {
    lists: "Lists",
    following: "You follow",
    followers: "Follow you",
    blocked: "Blocked",
    count: (value: number): string => number.format(value),
    follow: "Follow somebody",
    empty: {
      following: "Nobody yet. Whom you follow stands here, and what they publish comes to your timeline.",
      followers: "Nobody yet. Who follows you stands here. Give others the address of your site.",
      blocked: "Nobody. Who is blocked can't follow you or comment, and nothing of theirs comes here.",
    },
    address: "Key",
    since: {
      following: (when: string): string => `Followed since ${when}`,
      followers: (when: string): string => `A follower since ${when}`,
      blocked: (when: string): string => `Blocked since ${when}`,
    },
    sinceName: { following: "Followed since", followers: "A follower since" },
    kept: (value: number): string =>
      value === 0 ? "Nothing kept here" : `${count(value, "post", "posts")} kept here`,
    keptName: "Kept here",
    keptSize: (posts: string, size: string): string => `${posts}, ${size}`,
    full: "As much is kept of them as you allow. What is older stays; what is new does not come. Allow more under Settings.",
    fullShort: "no more is kept",
    details: "Who that is",
    troubles: "In a row",
    health: "The way there",
    reached: (when: string): string => `Reached ${when}`,
    notTried: "Not called yet",
    failing: (when: string): string => `Out of reach: first noticed ${when}`,
    next: (when: string): string => `Tried again ${when}`,
    nextSoon: "Tried again any moment",
    tries: (value: number): string => `${count(value, "try", "tries")} without success`,
    lastReached: "Reached last",
    lastHeard: "Heard from last",
    lookedThrough: "Looked through last",
    never: "never",
    theirPosts: "Their posts",
    unfollow: "Unfollow",
    unfollowTitle: (name: string): string => `Unfollow ${name}?`,
    unfollowExplain:
      "You sign that you follow no more. New posts no longer come; those that are kept here stay. You can follow again at any time.",
    unfollowed: (name: string): string => `You no longer follow ${name}.`,
    remove: "Remove",
    removeTitle: (name: string): string => `Remove ${name}?`,
    removeExplain:
      "You sign that they follow you no more, and their node is told. What they have stays with them. They can follow again; to keep them away, block them.",
    removed: (name: string): string => `${name} no longer follows you.`,
    endWaits: "Their node does not answer now, and hears of it as soon as it does.",
    followAgain: "Follow again",
    block: "Block",
    blockTitle: (name: string): string => `Block ${name}?`,
    blockExplain:
      "They can't follow you or comment, and nothing of theirs comes here. Follows between you end at once, and can't come back by themselves when you unblock.",
    blockSigns: "Where a follow stands, you sign its end, so that their node hears of it.",
    blockReason: "Why? A note for yourself alone",
    isBlocked: (name: string): string => `${name} is blocked.`,
    unblock: "Unblock",
    unblocked: (name: string): string => `${name} is no longer blocked. Follows that ended stay ended.`,
    blockedByMail: "Commenters by mail",
    blockedByMailHint:
      "They go by the name that stood on their comment. Their mail address is shown to nobody.",
    note: (words: string): string => `Your note: ${words}`,
  },
  following: {
    title: "Follow somebody",
    label: "The address of their node",
    hint: "As you would type it into a browser: the address of their site.",
    look: "Have a look",
    looking: "Looking who lives there.",
    posts: (value: number | null): string =>
      value === null
        ? "It does not say how many posts it has."
        : value === 0
          ? "No posts yet."
          : `${count(value, "post", "posts")}`,
    noWords: "They say nothing of themselves.",
    compare: "Their key. Compare it with what they gave you, if you want to be sure.",
    follow: (name: string): string => `Follow ${name}`,
    signTitle: (name: string): string => `Follow ${name}`,
    explain: (name: string): string =>
      `You sign that your node follows that of ${name} from now on. Their posts come to your timeline. Nothing is paid, and you can end it at any time.`,
    done: (name: string): string => `You follow ${name}. Their posts are on their way to your timeline.`,
    waits: (name: string): string =>
      `It is signed. The node of ${name} does not answer now; yours goes on trying for an hour, and you will see it under Delivery.`,
  },
};
