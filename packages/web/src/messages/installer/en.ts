/** The installer's messages in English. The console's messages hold what both show. */
export const en = {
  language: "en",
  title: "Set up",
  languageLabel: "Language",
  back: "Back",
  next: "Continue",
  stepOf: (which: number, of: number): string => `Step ${which} of ${of}`,
  steps: { name: "Name", key: "Key", done: "Done" },

  code: {
    label: "Setup code",
    hint: "It is in the link that the node printed when it started, in its terminal or its log. Paste the code or the link.",
    short: "It has 64 characters; some are missing.",
    wrong: "The code is wrong. The node prints it again each time it starts.",
    right: "The code is right.",
    reserved: (address: string): string =>
      `This node is reserved for ${address} by its configuration. Only that key can set it up.`,
  },

  name: {
    title: "What is your site called?",
    label: "Name",
    hint: "Yours, or that of the site. You can change it at any time.",
    missing: "Enter a name.",
  },

  address: {
    here: "Its address is",
    hereHint:
      "Only this machine reaches it there. That is enough to begin; you can give it a public address later.",
    change: "Change",
    label: "Address of your site",
    hint: "As in https://your.name.example",
    right: "Others find your site by this address, and you sign it. You can change it later.",
    isLocal: "Only this machine reaches your site there. You can give it a public address later.",
    problems: {
      plain: "Only on this machine can an address begin with http. Others use https: begin with https://",
      path: "Your site works only at the root of a name. Give it one of its own, as in https://blog.example.",
      broken: "This is not an address. One is https:// and a name with a dot in it, without a ? or #.",
    },
    checking: "Checking whether your site answers there. You can continue meanwhile.",
    reached: "Your site answers there.",
    notReached: "Something is not right yet: see below. You can continue and fix it later.",
    checkAgain: "Check again",
    failures: {
      forbidden: "The setup code is wrong.",
      offline: "The node does not answer. Check that it is running; what you typed is saved.",
      "too-often": "Another check is running, or there were too many. Wait a minute, then check again.",
      installed: "This node already has an owner.",
      failed: "The check failed. You can continue, and check again later.",
    },
  },

  key: {
    title: "Your key",
    intro:
      "A key is made in this browser. It signs what you publish, so that everyone can tell that it is yours. Choose a password to lock its file with.",
    make: "Make my key",
    wordsFit: "These are the words of a key. Choose a password for its new key file.",
    makeFile: "Make the key file",
    isMade: "Your key is ready. Save its file: with the password, it signs you in on any device.",
    save: "Save the key file and finish",
    saveAgain: "Save the key file again",
    own: "Or use a key that you have",
    openFile: "Open a key file",
    open: (wallet: string): string => `Use ${wallet}`,
    aWallet: "the wallet",
    waiting: "Confirm in your wallet.",
    again: "You used this key before the page was reloaded. Open its file again.",
    another: "Use another key",
    reserved: "This node is reserved for another key. Use the key of the address in its configuration.",
    signs: "Your key signs this sentence, with the time. It is sent to your node only, and nothing is paid.",
    sentence: (url: string, name: string): string => `“The site at ${url} is mine. I am ${name}.”`,
    finish: "Sign and finish",
    sending: "Signed. Your site is being set up.",
    sendAgain: "Send again",
  },

  done: {
    title: "Your site is ready",
    site: "It is at",
    keep: "Keep your key file",
    loss: "Store the file and the password where you will still find them in ten years. Nobody can restore either; whoever has both can sign as you.",
    write: "Write your first post",
    dashboard: "Go to the dashboard",
    signIn: "One more signature signs you in.",
    elsewhere: "Your site has another address than this page. Sign in there:",
  },
  problems: {
    offline:
      "The node does not answer. What you signed is kept as long as this page is open: start the node, then send again.",
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
