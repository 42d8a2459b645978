/** The installer's messages in English. The console's messages hold what both show. */
export const en = {
  language: "en",
  title: "Set up",
  languageLabel: "Language",
  back: "Back",
  next: "Continue",
  stepOf: (which: number, of: number): string => `Step ${which} of ${of}`,
  steps: { address: "Address", key: "Your key", profile: "Profile", sign: "Sign" },

  address: {
    title: "What is the address of this node?",
    intro:
      "Other nodes find yours by its address, and it is part of what you sign at the end. You can change it later.",
    code: "Setup code",
    codeHint:
      "It is in the link that the node printed when it started, in its terminal or its log. Paste the code or the link.",
    codeShort: "It has 64 characters; some are missing.",
    codeWrong: "The code is wrong. The node prints it again each time it starts.",
    codeRight: "The code is right.",
    reserved: (address: string): string =>
      `This node is reserved for ${address} by its configuration. Only that key can set it up.`,
    url: "Address of the node",
    urlHint: "As in https://your.name.example",
    urlPlain: "Other nodes use https only. Begin the address with https://",
    urlBroken: "This is not the address of a node. One is https:// and a name, without a ? or #.",
    urlRight: "The address has the right form.",
    checkAgain: "Check again",
    checking:
      "Checking whether others can reach the node. This can take a minute; you can continue meanwhile.",
    notYet:
      "You can continue and fix this later. Until then other nodes can't find you, and nobody can follow you.",
    allPassed: "Others can reach the node.",
    details: "What the node says",
    passed: (count: number): string => (count === 1 ? "1 check passed" : `${count} checks passed`),
  },
  diagnosisProblems: {
    offline: "The node does not answer. Check that it is running; what you typed is saved.",
    "too-often": "Too many checks in a short time. Wait a minute, then check again.",
    installed: "This node already has an owner.",
    failed: "The check failed. You can continue, and check again later.",
  },
  marks: { ok: "OK", warning: "Warning", failed: "To do", skipped: "Skipped" },
  checks: {
    clock: {
      name: "Clock",
      well: "The node's clock and yours agree.",
      wrong: "The node's clock and this device's differ. Set both by the network: signatures carry the time.",
    },
    "configuration.public-url": {
      name: "Address",
      well: "The address can be used by others.",
      wrong: "The address can't be used by others.",
    },
    "machine.disk": {
      name: "Disk",
      well: "There is enough space.",
      wrong: "There is little space on the disk.",
    },
    "database.opens": {
      name: "Database",
      well: "The database answers.",
      wrong: "The database does not answer as it should.",
    },
    "outside.dns": {
      name: "Name",
      well: "The name leads to an address that others reach.",
      wrong: "The name does not lead to this machine yet.",
    },
    "outside.certificate": {
      name: "Certificate",
      well: "The certificate is in order.",
      wrong: "Others don't trust the certificate.",
    },
    "outside.reach": {
      name: "Reachable",
      well: "Requests from outside arrive.",
      wrong: "Requests from outside do not arrive.",
    },
    "proxy.methods": {
      name: "Messages",
      well: "Messages arrive complete.",
      wrong: "The proxy in front of the node blocks some messages.",
    },
    "proxy.uploads": {
      name: "Files",
      well: "Large files arrive.",
      wrong: "The proxy in front of the node blocks large files.",
    },
    "proxy.headers": {
      name: "Visitors",
      well: "The node sees the addresses of visitors.",
      wrong: "The node can't tell visitors apart.",
    },
  },

  key: {
    title: "Which key is yours?",
    intro:
      "Your key is who you are among nodes. It signs what you publish, and whoever has it can speak as you. The node never gets it.",
    choices: { wallet: "A wallet in this browser", new: "A new key, made here", file: "A key file I have" },
    looking: "Looking for wallets.",
    noWallet:
      "There is no wallet in this browser. Make a new key instead, or open this page where the wallet is.",
    open: (wallet: string): string => `Use ${wallet}`,
    aWallet: "the wallet",
    waiting: "Your wallet is asking you.",
    again: "You chose this key before the page was reloaded. Open it again.",
    yours: "This address will be the owner:",
    another: "Choose another one",
    reserved: "This node is reserved for another key. Use the key of the address in its configuration.",
    newKeyHint:
      "The key is made in this browser and saved as a file, locked with a password. Keep the file and the password in two places that you will still have in ten years.",
    loss: "Nobody can restore either of them. Without them you can't sign as yourself any more; anyone who has both can.",
    password: "A password for the file",
    passwordHint: "Four or five unusual words are good, and easier to remember than symbols.",
    strengths: {
      short: "Too short: at least ten characters.",
      weak: "Easily guessed. Make it longer.",
      fair: "Good enough.",
      strong: "Strong.",
    },
    show: "Show password",
    make: "Make my key",
    making:
      "Making and encrypting your key. This takes a moment on purpose: every guess of a thief takes as long.",
    notMade: "The key could not be made: this device may have too little memory. Nothing was saved.",
    save: "Save the key file",
    saveAgain: "Save it again",
    saveFirst: "Save the file, then continue.",
    haveIt: "I have stored the file safely, and I know its password.",
  },

  profile: {
    title: "Who are you?",
    intro: "This is what people see on your site. You can change it later.",
    name: "Name",
    nameMissing: "Enter a name.",
    about: "A few words about you",
    left: (count: number): string => `${count} characters left`,
    picture: "Picture",
    pictureHint: "Without one, a picture is drawn from your address.",
    choosePicture: "Choose a picture",
    removePicture: "Remove picture",
    pictureBroken: "This could not be read as a picture. Choose a JPEG, PNG, WebP or GIF.",
    language: "Language of your site",
    languageHint: "For readers whose browser asks for a language that the site does not have.",
    mail: "Mail (optional)",
    mailIntro:
      "With a mail server, people without a wallet can comment, and the node can write to you. You can set this later.",
    server: "Mail server",
    port: "Port",
    user: "Login name",
    password: "Login password",
    from: "Sender",
    check: "Test",
    checking: "Asking the mail server.",
    checked: "The mail server accepts mail.",
    mailProblems: {
      address: "This is not the address of a mail server. One is a name such as mail.example, and a port.",
      connection: "There is no connection to that server. Check its name and port.",
      greeting: "The server there is not a mail server. Check the port.",
      login: "The server refuses the login name or the password.",
      failed: "The node could not test it. Try again in a minute.",
    },
  },

  sign: {
    title: "Review and sign",
    sentence: (url: string, name: string): string => `“The node at ${url} is mine. I am ${name}.”`,
    intro:
      "You sign this sentence, with the time and the details below. Nothing is paid, and it is sent to your node only.",
    address: "Address",
    owner: "Owner",
    about: "About",
    none: "none",
    openAgain: "Your key is not open any more. Open it again to sign.",
    toKey: "Open the key",
    sending: "Signed. The node is being set up.",
    again: "Send again",
    done: "Your node is set up",
    doneHint: "One more signature signs you in to the dashboard.",
    enter: "Sign in and write",
    elsewhere: "Your node has another address than this page. Sign in there:",
    mailLater:
      "The mail server could not be saved. Everything else is saved; set the mail server under Settings.",
    toConsole: "To your dashboard",
  },
  problems: {
    offline:
      "The node does not answer. What you signed is saved in this window: start the node, then send again.",
    FORBIDDEN: "The setup code or the key is wrong. Go back and check.",
    CONFLICT: "Somebody else has set up this node in the meantime.",
    INVALID_TIMESTAMP: "The signature is too old or too new for the node's clock. Sign again.",
    INVALID_SIGNATURE: "The signature does not fit. Sign again with the key that you chose.",
    INTERNAL_ERROR: "Something went wrong in the node; see its log. Nothing was lost: send again.",
    other: (reason: string): string => `The node refused it: ${reason}`,
  },
};

/** The messages that every catalogue of the installer has. */
export type InstallerMessages = typeof en;
