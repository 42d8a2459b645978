/** What is said to visitors who follow, or are seen, with a wallet, in English. */
export const visitorsEn = {
  follow: {
    title: "Follow",
    label: "The address of your node",
    look: "Look at it",
    noWallet:
      "There is no wallet in this browser, so nothing can be signed here. Give the address of this place to your own node.",
    found: "That node is there. Next your wallet tells which key it has; nothing is signed by that.",
    explain:
      "You sign that your node follows this one, from now on. Nothing is paid, and you can end it at any time.",
    sign: "Sign and follow",
    done: "Your node follows this place now. New posts will come to it.",
  },

  /** Why a visitor's node does not follow, by the reason or the code of the error. */
  followProblems: {
    NO_NODE_URL: "That is no address of a node. One begins with https:// and has a name behind it.",
    UNREACHABLE:
      "Nobody answers at that address. Look whether it is written right; if it is, your node is away just now.",
    NO_ANSWER: "That node takes too long to answer. Try again in a while.",
    BAD_CERTIFICATE: "That address can't prove that it is itself: its certificate is wrong or has run out.",
    ADDRESS_NOT_ALLOWED: "That name leads into a private network, or to a port that is not called from here.",
    NO_NODE: "Something answers there, and it is no node. Look at the address again.",
    OTHER_NODE: "Another node answers there than the one it calls itself. Nothing was signed.",
    YOURSELF: "That is the node you are looking at. Give the address of your own.",
    NOT_SUPPORTED:
      "Your node speaks an older form, in which this can't be said. Follow from your node instead.",
    NOT_YET: "Your node has not taken it, so nobody follows yet. This node tries again for an hour.",
    PEER_FAILED: "Your node did not take it, so nobody follows. Follow from your node instead.",
    INVALID_TIMESTAMP: "Too much time has passed since you began. Look at your node again, and sign then.",
    STALE_REQUEST: "This was decided anew meanwhile. Look at your node again, and sign then.",
    INVALID_SIGNATURE: "That signature is not by the key of your node. Nobody follows by it.",
    RATE_LIMITED: "Too much is going on here. Wait a little, and try again.",
    other: "This node could not do it. Try again in a while.",
    offline: "This node can't be reached. What you typed is still here; try again in a while.",
  },

  /** On the way to a wallet that can sign. */
  walletSteps: {
    waiting: "One moment.",
    none: "There is no wallet in this browser, so nothing can be signed here.",
    open: "Open your wallet",
    several: "Which wallet is it?",
    unnamed: "A wallet without a name",
    otherNetwork:
      "Your wallet is on another network, where it can't sign this. It asks you to change to Ethereum; nothing is paid.",
    change: "Change the network",
  },

  /** How many visitors have said that they are here; `#` stands for their number. */
  presence: {
    nobody: "Nobody else is to be seen here now.",
    one: "1 visitor is here now.",
    many: "# visitors are here now.",
    beSeen: "Be seen here",
    leave: "Be seen no more",
    failed: "This node could not note it. Try again in a while.",
  },

  wallet: {
    silent:
      "Your wallet has not answered for a minute. Its window may be behind this one. Nothing was signed; try again.",
    refused: "You said no in your wallet. Nothing was signed.",
    busy: "Your wallet has an earlier question open. Answer it there, then try again.",
    "other-chain": "Your wallet stays on another network. Change it to Ethereum, then try again.",
    "other-account": "Your wallet has another account open. Change to the one of that node, then try again.",
    contract: "This address is a contract. Other nodes can't check its signatures; use a plain account.",
    failed: "Your wallet could not do it. Nothing was signed; try again.",
  },
};
