/** Texts of the checklist of a new site, and of its address, in English. */
export const firstStepsEn = {
  checklist: {
    title: "Your first steps",
    done: (done: number, of: number): string => `${done} of ${of} done`,
    isDone: "done",
    hide: "Hide this list",
    steps: {
      post: { name: "Write your first post", why: "On this site only, or signed for your followers." },
      profile: { name: "Introduce yourself", why: "A picture and a few words about you." },
      address: {
        name: "Get a public address",
        why: "Only this machine reaches your site now. With an address, others can read and follow it.",
      },
      mail: {
        name: "Set up email",
        why: "People without a wallet can comment, and your site can write to you.",
      },
    },
  },
  address: {
    isPublic: "This is where everyone reaches your site.",
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
      broken: "This is not an address. One is https:// and a name with a dot in it, without a ? or #.",
    },
    check: "Check this address",
    checking: "Checking whether others reach your site there. This can take a minute.",
    reached: "Others reach your site there. Sign the address to use it.",
    notReached: "Others do not reach your site there yet.",
    take: "Use this address",
    takeAnyway: "Use it anyway",
  },
};
