/** Texts of the address of a site, in English. */
export const addressEn = {
  address: {
    isPublic: "This is the public address of your site.",
    isLocal:
      "Only this machine reaches your site. You can write, sign and publish; to be read, followed and to follow, it needs a public https address.",
    publish: "Use a public address",
    move: "Move to another address",
    moves: "Your followers will look for you at the new address from then on.",
    label: "New address",
    hint: "As in https://your.name.example. It must lead to this node already.",
    problems: {
      plain: "Other sites use https only. Begin the address with https://",
      local: "Only this machine could reach it there. Enter a public address.",
      path: "Your site works only at the root of a name. Give it one of its own, as in https://blog.example.",
      broken: "This is not an address. One is https:// and a name with a dot in it, without a ? or #.",
    },
    check: "Check this address",
    checking: "Checking whether your site answers there. This can take a minute.",
    reached: "Your site answers there. Sign the address to use it.",
    notReached: "Something is not right yet: see below.",
    take: "Use this address",
    takeAnyway: "Use it anyway",
  },
};
