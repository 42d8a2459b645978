import { count, englishNumber as number } from "../site/format.ts";

/** Texts of the settings, in English. */
export const settingsEn = {
  names: {
    profile: "Profile",
    address: "Address",
    site: "Site",
    devices: "Notifications",
    access: "Access",
    keys: "Keys",
    mail: "Email",
    newsletter: "Newsletter",
    webhooks: "Webhooks",
    api: "API",
    import: "Import",
    data: "Data",
    status: "Status",
  },
  groups: { you: "You", site: "Your site", mail: "Email", programs: "Programs", data: "Your data" },
  words: {
    profile: "name picture avatar photo bio about me",
    address: "domain url dns https certificate ens",
    site: "css style stylesheet theme dark light colour color accent design look language time zone comments search robots",
    devices: "push notify alerts",
    access: "password passkey wallet key sign in login session token security devices",
    keys: "key file password passkey fingerprint unlock lock recovery words seed phrase mnemonic",
    mail: "smtp mail server sender",
    newsletter: "subscribers readers newsletter mail",
    webhooks: "hooks integration automation",
    api: "graphql token agent mcp developer program",
    import: "wordpress ghost substack medium hugo move upload",
    data: "backup export download archive restore save",
    status: "health problems doctor diagnosis errors check",
  },
  saved: "Saved.",
  notSaved: (reason: string): string => `Not saved. Your previous setting is unchanged. ${reason}`,
  discard: "Discard changes",
  done: "Done",
  notCopied: "Close without a copy?",
  notCopiedExplain: "It is not shown again. If you lose it, you need a new one.",
  closeAnyway: "Close anyway",
  api: {
    hint: "Programs send GraphQL requests to this address, with an access token.",
    tokens: "Access tokens",
    open: "Open the GraphQL editor",
    openHint: "Write and run operations, and read the schema. It acts as you: a mutation changes your site.",
    agentsTitle: "AI agents",
    agents:
      "They connect to this address (MCP) with an access token. They can read, write drafts and propose them, but not sign or publish.",
    agentsPage: "How to set up an agent",
  },
  profile: {
    links: "Your pages elsewhere",
    linksHint: (most: number): string =>
      `One per line, up to ${most}: a web address, or your account on Mastodon or another fediverse server (@name@server). Your site links to them as yours, and Mastodon shows your account under links to your posts.`,
    saveLinks: "Save links",
    picture: "Your picture",
    choosePicture: "Select a picture",
    removePicture: "Remove",
    pictureHint: "A square from a JPEG, PNG, WebP or GIF. Without a picture, one is drawn from your address.",
    savingPicture: "Uploading the picture.",
    pictureRemoved:
      "Removed. Your site now shows the drawing. Other sites will show it after their next check.",
    pictureSaved: "Saved. Your site now shows it. Other sites will show it after their next check.",
    unreadable: "This browser can't read that picture. Nothing was changed. Select a JPEG, PNG, WebP or GIF.",
    cropTitle: "Crop the picture",
    cropHint: "Drag the picture, scroll to zoom, or use the sliders with the arrow keys.",
    cropView: "The selected part of the picture",
    zoom: "Zoom",
    across: "Left and right",
    down: "Up and down",
    usePicture: "Save",
    title: "Name",
    description: "About you",
    descriptionHint: "A sentence or two, shown under your name on your site and on your followers' sites.",
    nothing: "Nothing",
    url: "Web address of your site",
    notifies: (people: number): string =>
      people === 0
        ? "You have no followers yet, so only your site is updated."
        : `${count(people, "site is", "sites are")} notified: your followers and the sites that you follow.`,
    sign: "Sign the changes",
    sendAgain: "Send again",
    signTitle: "Sign your profile",
    explain:
      "You sign these values, with your address and the time, so that other sites can verify that they are from you. It's free.",
    sent: (people: number, later: number): string =>
      [
        people === 0
          ? "Your site is updated."
          : `Your site is updated. The profile is being sent to ${count(people, "site", "sites")}.`,
        ...(later > 0
          ? [`${count(later, "other site reads", "other sites read")} it with your next post.`]
          : []),
      ].join(" "),
  },
  access: {
    sessions: "Signed-in devices",
    sessionsHint: "Sign out devices that you don't recognise or no longer have.",
    someDevice: "Unnamed device",
    here: "This device",
    signOutThere: "Sign out this device",
    ended: "Signed out.",
    usedAt: (moment: string): string => `Last used ${moment}.`,
    neverUsed: "Not used yet.",
    until: (day: string): string => `Valid until ${day}.`,
    isOver: "Expired.",
    phone: {
      title: "Wallet on a phone",
      projectId: "WalletConnect project ID",
      hint: "With your own project ID (free at dashboard.reown.com), you can sign in and publish here with a wallet on your phone. Only this dashboard connects to the relay, and only when you use it. Leave empty to turn it off.",
      save: "Save project ID",
    },
    programs: "Access tokens",
    programsHint: "A program with a token can do what you allow here, and nothing else.",
    noPrograms: "No access tokens. Create one for a script that publishes, or for an app.",
    add: "New token",
    label: "Name",
    labelHint: "What the token is for, so that you recognise it later.",
    mayDo: "Permissions",
    scopes: {
      "read:timeline": "read your timeline",
      "draft:publications": "write drafts of its own that only you can publish",
      "propose:publications": "propose these drafts to you",
      "create:publications": "create posts and files, and publish them on this site without asking you",
      "update:publications": "edit and publish posts that are not signed",
      "delete:publications": "delete posts and files",
      "sign:publications": "submit posts that you signed",
      "manage:comments": "moderate comments",
      "manage:connections": "manage follows and blocks",
      "manage:settings": "change settings",
    },
    chooseOne: "Select at least one permission.",
    lasts: "Valid for",
    lifetimes: {
      month: "30 days",
      quarter: "90 days",
      year: "one year",
      always: "until you revoke it",
    },
    make: "Create token",
    made: "Copy this token now",
    madeHint:
      "It is shown only once, and your node keeps no copy. Anyone who has it can do what you allowed.",
    revoke: "Revoke",
    revoked: "The token was revoked.",
    revokeTitle: (label: string): string => `Revoke “${label}”?`,
    revokeExplain: "Programs that use this token lose access immediately. A revoked token can't be restored.",
  },
  mail: {
    hint: "Your node sends emails through your mail server: confirmations of comments and subscriptions, and your newsletter.",
    isSet: (from: string): string =>
      `Email is sent from ${from || "(no sender set)"}. The server and its password are stored on your node and not shown again.`,
    change: "Change server",
    stop: "Stop sending email",
    from: "Sender",
    fromHint: "The address that recipients see.",
    host: "Mail server",
    port: "Port",
    secure: "Encryption",
    encryptions: { tls: "TLS", starttls: "STARTTLS" },
    user: "User name",
    password: "Password",
    passwordHint: "Stored on your node only, and not shown again.",
    check: "Check and save",
    checking: "Checking the mail server.",
    notSaved: "Nothing was saved. Your input is still here.",
    problems: {
      address: "This is not a mail server that your node can connect to.",
      connection: "Your node can't reach the server. Check its name, the port and the encryption.",
      greeting: "The server does not respond like a mail server. Check the port and the encryption.",
      login: "The mail server rejected the user name or the password.",
    },
  },
  webhooks: {
    hint: "When something happens, your node calls your URL, so that a program can react. Each call is signed.",
    empty: "No webhooks. The URLs that your node calls appear here, with their last calls.",
    well: "It works.",
    retrying: "The last call failed. Your node tries again.",
    failing: (failures: number): string =>
      `${failures === 1 ? "The last call failed." : `Failed ${number.format(failures)} times in a row.`} Your node retries at growing intervals.`,
    off: (failures: number): string =>
      failures === 0
        ? "Turned off, as after a restore. Try again to turn it on."
        : `Turned off after ${count(failures, "failure", "failures")} in a row. Waiting calls are sent when you try again.`,
    events: {
      "publication.published": "you publish a post or file, also an unsigned one",
      "publication.updated": "you change a published post or file",
      "publication.deleted": "you delete a published post or file",
      "publication.signed": "you sign a post or file",
      "publication.replicated": "a post of a site you follow arrives",
      "follower.created": "a site follows you",
      "follower.removed": "a site no longer follows you",
      "comment.confirmed": "a comment is published",
      "peer.failing": "a site could not be reached for a day",
    },
    tries: (value: number): string => `Last ${count(value, "call", "calls")}`,
    noTries: "Not called yet.",
    test: "Send a test",
    arrived: (ms: number): string => `delivered, ${number.format(ms)} ms`,
    failed: (status: number | null, attempt: number): string =>
      `${status === null ? "no response" : `returned ${status}`}, attempt ${number.format(attempt)}`,
    remove: "Remove",
    removeTitle: "Remove this webhook?",
    removeExplain: (url: string): string =>
      `${url} is no longer called. Waiting calls and its secret are deleted.`,
    add: "New webhook",
    url: "URL to call",
    urlHint: "It starts with https:// and contains no password.",
    legend: "Call it when",
    chooseOne: "Select at least one event.",
    make: "Add webhook",
    made: "Copy the secret now",
    madeHint:
      "Each call is signed with this secret, so that your program can verify that it is from your node. It is shown only once.",
  },
  data: {
    backup: "Backup",
    backupContents:
      "One file with everything on your node: posts, drafts, files, follows, followers, comments and settings.",
    backupExcludes:
      "Your key is not included. Keep the key file and its password yourself, in another place. Sessions and tokens are not included either.",
    isSecret:
      "Keep this file private. It contains drafts, email addresses of commenters and the password of your mail server.",
    daily: {
      title: "Daily backups",
      none: "Daily backups are off. To keep one for each of the last seven days, start your node with FREEHOLD_DAILY_BACKUPS=7.",
      last: (when: string, size: string): string =>
        `Last backup: ${when}, ${size}, in your node's data folder.`,
      notYet: "No backup yet. The first one is made within an hour.",
      kept: (kept: number): string =>
        `One backup a day. The last ${count(kept, "backup is", "backups are")} kept.`,
      failed: (when: string, reason: string): string =>
        `The last backup failed (${when}). Your node tries again within an hour. The reason: ${reason}`,
    },
    export: "Export",
    exportContents:
      "Your content as plain files in one archive: posts and files byte for byte as you signed them, your profile, settings, follows, followers and published comments. You can read them without Freehold, and verify.html shows whether every file is unchanged. Use it to move to another node, or as an archive.",
    exportSigned:
      "Your signature over the list of files shows that nothing was changed. If your node has your key, it signs automatically; otherwise you sign here.",
    signed: {
      prepare: "Prepare and sign an export",
      ready: (files: number): string =>
        `The export is ready, with ${count(files, "file", "files")}. Sign the list of files. It's free.`,
      asking: {
        wallet: "Confirm in your wallet. Then the download begins.",
        key: "Signing the list with your key. Then the download begins.",
      },
      receiving: "Signed. Downloading to this browser.",
    },
    exportUnsigned: "Download without your signature",
    exportPrivate: "Include data that readers can't see",
    exportPrivateHint:
      "Drafts, pending and hidden comments, and email addresses of commenters. Keep this file private.",
    site: "Static site",
    siteContents:
      "Your public site as files that any web server can serve without a node, with search and the proof of each post. Use it as a copy elsewhere, or when you no longer run a node.",
    making: "Preparing the file. This can take minutes. Keep this page open.",
    downloading: (size: string): string => `Ready, ${size}. Downloading to this browser.`,
    downloaded: (name: string, size: string): string => `${name} (${size}) is in your browser's downloads.`,
    stopped: "Cancelled. Nothing was saved.",
    downloads: {
      backup: {
        download: "Download a backup",
        failed: (reason: string): string => `The backup failed. Your node is unchanged. ${reason}`,
      },
      export: {
        download: "Download an export",
        failed: (reason: string): string => `The export failed. Your node is unchanged. ${reason}`,
      },
      site: {
        download: "Download the site",
        failed: (reason: string): string =>
          `The static site could not be created. Your node is unchanged. ${reason}`,
      },
    },
    problems: {
      NO_SPACE:
        "Your node's disk is full. Nothing was changed. Free some space, or use the command below to write to another disk.",
      BROKEN_OFF:
        "The download was interrupted, and nothing was saved. Try again. For very large files, use the command below.",
    },
    commands: "Commands on your node's machine",
    commandsHint: "Run these where your node is installed.",
    does: {
      backup: "Creates the same backup there while your node runs.",
      restore:
        "Restores a node from a backup into an empty folder, and verifies every hash and signature first. Webhooks, email and devices stay off until you turn them on again.",
      export: "Writes the same files there and signs them with your key; with --static, the site.",
    },
  },
  devices: {
    events: "Choose your notifications",
    eventsHint:
      "Notifications appear in your inbox and are sent to the devices below. You are always notified of problems with your node.",
    kinds: "Notify me when",
    notifyFollower: "someone follows me",
    notifyComment: "someone comments",
    notifyVisitor: "a visitor identifies themselves",
    notifyFailedPeer: "a site can't be reached for a day",
    devices: "Devices",
    states: {
      impossible:
        "This browser does not support push notifications. It may help to add the dashboard to your home screen.",
      refused:
        "This browser blocks notifications from this site. Allow them in its settings, then reload this page.",
      off: "Notifications are off on this device. When you turn them on, your browser asks for permission.",
      on: "Notifications are on, also while the dashboard is closed.",
    },
    turnOn: "Turn on for this device",
    turnOff: "Turn off",
    here: "This device.",
    since: (moment: string): string => `On since ${moment}.`,
    browserFailed: "Your browser could not reach its push service. Nothing was changed. Try again later.",
  },
  ens: {
    title: "Names from Ethereum (ENS)",
    hint: "Shows ENS names and pictures beside addresses: yours, those of people who comment with a wallet, and those of people you are connected with. Only names that point back to the address are shown.",
    isSet: "Names are shown once they are found. The first ones can take up to an hour.",
    yours: (name: string): string => `Your name: ${name}`,
    change: "Change the RPC",
    stop: "Stop showing names",
    byEnvironment:
      "Names are still shown: your node was started with FREEHOLD_ENS_RPC. Remove that setting and restart it.",
    rpc: "Ethereum RPC",
    rpcHint:
      "An https address, often with a key in it. It is not shown again. Its operator sees which addresses your node asks for.",
    save: "Show names",
  },
  site: {
    readers: "For your readers",
    allowComment: "Allow comments",
    commentsNeedApproval: "Approve each comment before it is published",
    reach: "Following",
    allowFollow: "Allow other sites to follow me",
    enableRss: "Offer feeds for feed readers",
    language: "Default language",
    languageHint: "Used when the reader's browser asks for none of the site's languages.",
    timeZone: "Time zone",
    timeZoneHint:
      "Your site shows all dates in this zone, and imported posts without a zone are dated in it.",
    mentions: "Mentions (Webmention)",
    receiveMentions: "Accept mentions of my posts by other sites",
    sendMentions: "Notify pages that my posts link to",
    mentionsHint:
      "Mentions are pending until you approve them, and are shown as not signed. They are accepted where comments are allowed.",
    searchEngines: "Search engines",
    indexNow: "Notify search engines of new and changed posts (IndexNow)",
    indexNowHint: (host: string): string =>
      `${host} gets the URLs of these posts and passes them on to search engines.`,
    reads: "Reads",
    countReads: "Count how often your posts are read",
    readsHint:
      "Your node counts the pages that it sends, as one number per post and day, for 400 days. It stores no addresses, no cookies and nothing else about readers.",
    home: "Home page",
    fullTextsOnHome: "Show the full text of each post (otherwise the newest one large, the others as a list)",
    design: "Design",
    designHint: "The design of the public pages, each for light and dark. Custom CSS comes after it.",
    designs: { paper: "Paper", journal: "Journal", photographs: "Photographs", plain: "Plain" },
    file: {
      name: "Design as a file",
      download: "Download this design",
      upload: "Upload a design",
      hint: "A design is one CSS file that you can change, keep and give away. You see what it changes before it is used.",
      title: (name: string): string => `Use the design “${name}”?`,
      base: (before: string | null, after: string): string =>
        before === null
          ? `It begins with ${after}, as now.`
          : `It begins with ${after} instead of ${before}.`,
      lines: (value: number): string => `It has ${count(value, "line", "lines")} of CSS.`,
      replaces: (value: number): string =>
        `They replace your custom CSS of ${count(value, "line", "lines")}: download this design first to keep it.`,
      preview: "Your site with this design",
      noPreview: "No preview: your node doesn't respond.",
      use: "Use this design",
      keep: "Keep the present one",
      used: (name: string): string => `Your site has the design “${name}” now.`,
      refused: (reason: string): string => `Your site is unchanged. ${reason}`,
      manifest:
        'This is not a design file. Its first line must be /* Freehold theme {"name": "My theme", "base": "paper"} */, with one of the bases paper, journal, photographs and plain.',
      foreign: (part: string): string =>
        `The file loads something from another site: ${part}. A design can only use files of your own site.`,
      size: "The file is too large: a design has at most 65 kB.",
    },
    theme: "Default theme",
    themeHint: "Used for readers who have not chosen a theme.",
    themes: { system: "Same as the device", light: "Light", dark: "Dark" },
    colour: "Accent colour",
    colourHint:
      "Used for links, seals and buttons, your icon and the pictures of your posts. You choose the hue. The lightness is adjusted so that it stays readable in both themes.",
    fromAddress: "From your address",
    ownColour: "Custom",
    hue: "Hue",
    /** The name of each 30 degrees, from 15 on, for screen readers. */
    hues: [
      "rose",
      "red",
      "orange",
      "amber",
      "olive",
      "leaf green",
      "sea green",
      "teal",
      "sky blue",
      "blue",
      "violet",
      "purple",
    ],
    sample: { link: "a link", light: "Light theme", dark: "Dark theme" },
    saveColour: "Save colour",
    ownStyles: "Custom CSS",
    stylesheet: "CSS for the site",
    stylesheetHint:
      "Added to every public page after the site's own styles. The dashboard does not use it, so you can always fix it here. Up to 65 kB. It can't load anything from other hosts.",
    saveStyles: "Save CSS",
    viewSite: "View site",
    here: "This browser only",
    hereLanguage: "Language in this browser",
    hereTheme: "Theme in this browser",
  },
};

/** The settings' texts that every language must have. */
export type SettingsMessages = typeof settingsEn;
