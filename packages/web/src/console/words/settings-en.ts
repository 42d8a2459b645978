import { count } from "./count.ts";

/** What the settings say, in English. */
export const settingsEn = {
  sections: "Settings",
  names: {
    profile: "Profile",
  },
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
};

/** What every catalogue says of the settings. */
export type SettingsWords = typeof settingsEn;
