import { count } from "../site/format.ts";

const number = new Intl.NumberFormat("en-GB");

/** What the settings say, in English. */
export const settingsEn = {
  sections: "Settings",
  names: {
    profile: "Profile",
    site: "Site",
    devices: "Notifications",
    access: "Access",
    mail: "Mail",
    webhooks: "Webhooks",
    data: "Data",
  },
  kept: "Kept.",
  takenBack: (reason: string): string => `It could not be kept, and stands as before. ${reason}`,
  hasIt: "I have it",
  app: {
    offline:
      "You are offline: what you write is kept here, in this window, and goes on when your node answers.",
    newer: "A newer version of the dashboard is available.",
    load: "Load it",
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
  mail: {
    title: "Mail",
    hint: "Your node mails whoever comments by mail address, to ask whether it was them. It sends through a mail server of yours.",
    isSet: (from: string): string =>
      `Mail goes out as ${from || "nobody yet"}. The server and its password are kept on your node and not shown again.`,
    change: "Set another server",
    stop: "Send no mail",
    from: "Sender",
    fromHint: "The address that stands on your mail.",
    host: "Mail server",
    port: "Port",
    secure: "Encryption",
    tls: "TLS from the start",
    starttls: "STARTTLS",
    user: "User",
    password: "Password",
    passwordHint: "It goes to your node alone, and is shown nowhere after this.",
    check: "Check and keep",
    checking: "Your node is talking with the mail server.",
    notKept: "Nothing was kept; what you typed is still here.",
    problems: {
      address: "That is no address of a mail server that your node may call.",
      connection: "Your node can't reach it. Look at the server's name, the port and the encryption.",
      greeting: "What answers there is not a mail server in order. Look at the port and the encryption.",
      login: "The mail server refused the user or the password.",
    },
  },
  webhooks: {
    title: "Webhooks",
    hint: "Your node calls an address of yours when something happens, so that a program can go on from there. Each call is signed.",
    empty: "Addresses that are called stand here, each with the last calls.",
    well: "It answers.",
    failing: (failures: number): string =>
      `It has failed ${count(failures, "time", "times")} in a row. Your node tries again by itself, less and less often.`,
    off: (failures: number): string =>
      failures === 0
        ? "It is switched off, as after a restore. Try again to switch it on."
        : `It was switched off after ${count(failures, "failure", "failures")} in a row. What waits is sent when you try again.`,
    events: {
      "publication.signed": "you signed something",
      "publication.replicated": "something of those you follow came here",
      "follower.created": "somebody follows you",
      "follower.removed": "somebody follows you no more",
      "comment.confirmed": "a comment can be seen",
      "peer.failing": "a node can't be reached",
    },
    tries: (value: number): string => `The last ${count(value, "call", "calls")}`,
    noTries: "It has not been called yet.",
    arrived: (ms: number): string => `arrived, ${number.format(ms)} ms`,
    failed: (status: number | null, attempt: number): string =>
      `${status === null ? "no answer" : `answered ${status}`}, try ${number.format(attempt)}`,
    retry: "Try again now",
    remove: "Remove",
    removeTitle: "Remove this webhook?",
    removeExplain: (url: string): string =>
      `${url} is called no more, and what waits for it is dropped. Its secret is gone.`,
    add: "New webhook",
    url: "Address to call",
    urlHint: "It begins with https:// and has no password in it.",
    toldOf: "Call it when",
    chooseOne: "Tick at least one thing to call it for.",
    make: "Add it",
    made: "Copy its secret now",
    madeHint:
      "Each call is signed with this, so that your program knows it is from your node. It is shown this one time.",
  },
  data: {
    backup: "Backup",
    holds:
      "One file with everything that your node is: your texts, drafts and files, what you follow and who follows you, comments and settings.",
    holdsNot:
      "Your key is not in it: keep the key's file and its password yourself, in another place. Sessions and tokens are not in it either.",
    isSecret:
      "The file is a secret. Drafts, mail addresses of those who comment and the password of your mail server can be read in it.",
    daily: {
      title: "The backup of the day",
      none: "Your node makes none by itself. With FREEHOLD_DAILY_BACKUPS=7 among its settings it makes one each day and keeps seven.",
      last: (when: string, size: string): string =>
        `The last one was made ${when}: ${size}, in your node’s data folder.`,
      notYet: "None has been made yet. Your node makes the first one within the hour.",
      kept: (kept: number): string => `It keeps ${count(kept, "backup", "backups")}, and makes one each day.`,
      failed: (when: string, reason: string): string =>
        `The one that was due could not be made (${when}): “${reason}”. Your node tries again within the hour.`,
    },
    export: "Export",
    exportHolds:
      "What is yours as plain files, in one archive that opens with a double click: your texts and files byte for byte as you signed them, your profile, whom you follow and who follows you, and the comments that readers see. Nobody needs Freehold to read them.",
    exportPrivate: "Take along what no reader sees",
    exportPrivateHint:
      "Drafts, comments that wait or are hidden, and mail addresses of those who comment. The file is a secret then.",
    making: "It is being made. With many files this takes minutes; stay on this page.",
    coming: (size: string): string => `It is made, ${size}, and on its way to this browser.`,
    taken: (name: string, size: string): string => `${name}, ${size}, is with your browser's downloads.`,
    stopped: "It was stopped. Nothing of it was kept.",
    takes: {
      backup: {
        download: "Download a backup",
        failed: (reason: string): string =>
          `There is no backup this time, and your node is as before. ${reason}`,
      },
      export: {
        download: "Download an export",
        failed: (reason: string): string =>
          `There is no export this time, and your node is as before. ${reason}`,
      },
    },
    problems: {
      RATE_LIMITED: "Another backup or export is being made or downloaded. Try again when it is done.",
      NO_SPACE:
        "Your node has no room on its disk for it. Nothing was changed; make room, or have it written to another disk with the command below.",
      BROKEN_OFF:
        "It broke off on its way, and nothing was kept. Try again; a very large one is better made with the command below.",
    },
    commands: "On your node's machine",
    commandsHint: "These are typed where your node runs.",
    does: {
      backup: "Makes the same backup there, while your node works.",
      restore:
        "Makes a node of a backup in an empty folder, and checks every hash and signature first. Webhooks, mail and devices are off until you confirm them there.",
      export: "Writes the same files into a folder there.",
    },
  },
  devices: {
    toldOf: "What you are told of",
    toldOfHint:
      "It stands in your list, and goes to the devices below. What is broken on your node is always told.",
    kinds: "Tell me",
    notifyFollower: "when somebody follows me",
    notifyComment: "when somebody comments",
    notifyVisitor: "when somebody with an address comes by",
    notifyFailedPeer: "when a node can't be reached for a day",
    devices: "Devices",
    states: {
      impossible:
        "This browser can't be told by push. The dashboard as an app on your home screen may be able to.",
      refused:
        "Notifications of this site are forbidden in this browser. Allow them in its settings, then come back.",
      off: "This device is not told. Your browser asks you once when you turn it on.",
      on: "This device is told, also while no page of the dashboard is open.",
    },
    begin: "Tell this device",
    end: "Tell it no more",
    here: "This device.",
    since: (moment: string): string => `Told since ${moment}.`,
    browserFailed: "Your browser could not reach its push service. Nothing changed; try again later.",
  },
  site: {
    readers: "For your readers",
    comments: "Comments",
    allowComment: "Readers may comment",
    commentsNeedApproval: "I look at each comment before others see it",
    reach: "Staying in touch",
    allowFollow: "Other nodes may follow me",
    enableRss: "There are feeds for feed readers",
    language: "Language of the site",
    languageHint: "For readers whose browser asks for none that there is.",
    theme: "Light or dark",
    themeHint: "For readers who chose nothing.",
    themes: { system: "As their device has it", light: "Light", dark: "Dark" },
    colour: "The colour of your place",
    colourHint:
      "It is on links, seals and buttons, in your icon and on the pictures of your posts. You choose the hue; how light it is follows from the ground, so that it can be read on both.",
    fromAddress: "From your address",
    ownColour: "Another one",
    hue: "Hue",
    /** Of each thirty degrees, from 15 on: what somebody who does not see it hears. */
    hues: [
      ...["rose", "red", "orange", "amber", "olive", "leaf green", "sea green"],
      ...["teal", "sky blue", "blue", "violet", "purple"],
    ],
    sample: { link: "a link", onLight: "On light paper", onDark: "On dark paper" },
    keepColour: "Keep this colour",
    colourAsItWas: "As it was",
    ownStyles: "Your own styles",
    stylesheet: "CSS for the site",
    stylesheetHint:
      "It comes after the site's own and changes every public page at once. The dashboard never wears it, so what goes wrong there is mended here. Up to 64 KiB; empty for none; nothing is loaded from other hosts.",
    keepStyles: "Keep the styles",
    stylesAsTheyWere: "As they were",
    lookAtSite: "Look at the site",
    here: "For you, in this browser",
    hereLanguage: "Language of the dashboard",
    hereTheme: "Light or dark in the dashboard",
  },
};

/** What every catalogue says of the settings. */
export type SettingsMessages = typeof settingsEn;
