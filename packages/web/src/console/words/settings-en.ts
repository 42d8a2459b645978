import { count } from "./count.ts";

/** What the settings say, in English. */
export const settingsEn = {
  sections: "Settings",
  names: {
    profile: "Profile",
    access: "Access",
  },
  hasIt: "I have it",
  profile: {
    picture: "Your picture",
    choosePicture: "Choose a picture",
    removePicture: "Remove it",
    pictureHint: "A square of a JPEG, PNG, WebP or GIF. Without one, a picture is drawn from your address.",
    keepingPicture: "The picture is on its way to your node.",
    pictureKept: "Kept. It stands on your site now, and others see it when they look next.",
    unreadable: "This browser can't read that picture. Nothing changed; choose a JPEG, PNG, WebP or GIF.",
    cropTitle: "Choose a square",
    cropHint: "Drag the picture, turn the wheel, or use the sliders with the arrow keys.",
    cropView: "The part of the picture that is taken",
    zoom: "Nearer",
    across: "Left and right",
    down: "Up and down",
    useThis: "Use this",
    title: "Name",
    description: "About you",
    descriptionHint: "A sentence or two. It stands under your name, here and with those who follow you.",
    nothing: "Nothing",
    url: "Address of your node",
    urlHint: "Where everybody reaches your node.",
    urlMoves:
      "Everybody who follows you will look for you there from now on. Your node has to answer there already.",
    tells: (people: number): string =>
      people === 0
        ? "Nobody follows you yet, so only your own site changes."
        : `${count(people, "node is", "nodes are")} told: everybody who follows you, and everybody whom you follow.`,
    sign: "Sign the changes",
    tellAgain: "Tell them once more",
    asItWas: "As it was",
    signTitle: "Sign your profile",
    explain:
      "Your wallet shows this, your address and the time. That you sign, so that other nodes know it is from you. Nothing is paid.",
    told: (people: number, later: number): string =>
      [
        people === 0 ? "It stands on your site." : `It is on its way to ${count(people, "node", "nodes")}.`,
        ...(later > 0 ? [`${count(later, "other reads", "others read")} it with your next text.`] : []),
      ].join(" "),
  },
  access: {
    sessions: "Where you are signed in",
    sessionsHint:
      "A device that you don't know, or have no more: sign out there, and nothing can be done from it.",
    someDevice: "A device without a name",
    here: "This one, now",
    signOutThere: "Sign out there",
    ended: "It is signed out.",
    usedAt: (moment: string): string => `Used ${moment}.`,
    neverUsed: "Not used yet.",
    until: (day: string): string => `Good until ${day}.`,
    isOver: "Its time is over.",
    programs: "Programs",
    programsHint: "A program that has a token of yours may do what you tick, and nothing else.",
    noPrograms: "Tokens for programs stand here: for a script that publishes, or an app of yours.",
    add: "New token",
    label: "What is it for?",
    labelHint: "Your own name for it, so that you know it again.",
    mayDo: "It may",
    comma: ", ",
    scopes: {
      "read:timeline": "read your timeline",
      "create:publications": "write new texts and files",
      "update:publications": "change texts that are not signed",
      "delete:publications": "delete texts and files",
      "sign:publications": "bring what you signed",
      "manage:comments": "look after comments",
      "manage:connections": "look after who follows whom",
      "manage:settings": "change settings",
    },
    chooseOne: "Tick at least one thing that it may do.",
    lasts: "It is good for",
    lifetimes: {
      month: "30 days",
      quarter: "90 days",
      year: "a year",
      always: "as long as you don't revoke it",
    },
    make: "Make the token",
    made: "Copy it now",
    madeHint:
      "It is shown this one time: your node keeps no copy of it. Whoever has it can do what you ticked.",
    revoke: "Revoke",
    revokeTitle: (label: string): string => `Revoke “${label}”?`,
    revokeExplain: "The program that has it is refused from the next moment. It can't be brought back.",
  },
};

/** What every catalogue says of the settings. */
export type SettingsWords = typeof settingsEn;
