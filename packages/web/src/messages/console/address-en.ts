/** Texts of the address of a site, in English. */
export const addressEn = {
  address: {
    isPublic: "This is the public address of your site.",
    isLocal:
      "Only this computer can open your site. You can write, sign and publish. To be read and followed, and to follow others, it needs a public https address.",
    publish: "Use a public address",
    move: "Move to another address",
    moves: "From then on, your followers will find you at the new address.",
    label: "New address",
    hint: "For example https://your.name.example. It must already point to this node.",
    problems: {
      plain: "The address must begin with https://",
      local: "Only this computer can open that address. Enter a public address.",
      path: "Your site works only at the root of a name. Give it one of its own, as in https://blog.example.",
      broken: "This is not a web address. Enter https:// and a domain name, without ? or #.",
    },
    check: "Check this address",
    checking: "Checking whether your site responds there. This can take a minute.",
    reached: "Your site responds there. Sign the address to use it.",
    notReached: "There is a problem: see below.",
    take: "Use this address",
    takeAnyway: "Use it anyway",
  },
};
