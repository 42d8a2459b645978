/** Everything that the console says, in English. */
export const en = {
  language: "en",
  desk: "Desk",
  signIn: {
    title: "Come in",
    words:
      "This desk is for the owner of the house. Your wallet signs a line of text that names this page; nothing is sent or paid.",
    with: (wallet: string): string => `Sign in with ${wallet}`,
    aWallet: "your wallet",
    noWallet:
      "There is no wallet in this browser. Install one, or open this page in the browser that has it.",
    waiting: "Your wallet is asking you.",
    notOwner: "That address does not own this house.",
  },
  signOut: "Sign out",
  close: "Close",
  more: "Show more",
  failed: (reason: string): string => `This could not be shown. ${reason}`,
  places: {
    timeline: "Timeline",
    status: "This node",
  },
  keys: {
    title: "Keys",
    help: "This list",
  },
  timeline: {
    empty: "What you and the people you follow publish will stand here. Begin with a text of your own.",
  },
  wallet: {
    silent:
      "Your wallet has not answered for a minute. Its window may be behind this one. Nothing was signed; try again.",
    refused: "You said no in your wallet. Nothing was signed.",
    busy: "Your wallet has an earlier question open. Answer it there, then try again.",
    "other-chain": "Your wallet stays on another network. Change it to Ethereum, then try again.",
    "other-account": "Your wallet has another account open. Change to the one of this house, then try again.",
    contract: "This address is a contract. Other nodes can't check its signatures; use a plain account.",
    failed: "Your wallet could not do it. Nothing was signed; try again.",
  },
  status: {
    looking: "Looking at the network, the disk, the queues and the rest. This can take a minute and a half.",
    allWell: "Nothing is wrong.",
    wrong: (count: number): string => (count === 1 ? "One thing needs you." : `${count} things need you.`),
    again: "Look again",
    states: { OK: "Well", WARNING: "Soon", FAILED: "Wrong", SKIPPED: "Not tried" },
  },
};

/** What every catalogue of the console says, so that none can leave a sentence out. */
export type ConsoleWords = typeof en;
