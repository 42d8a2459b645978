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
    hint: "The node printed it in a link at its start, in the terminal or the log. Paste the code or the link.",
    short: "The code has 64 characters; some are missing.",
    wrong: "The code is wrong. The node prints it again each time it starts.",
    right: "The code is right.",
    reserved: (address: string): string =>
      `This node is reserved for ${address} by its configuration. Only its key can set it up.`,
  },

  name: {
    title: "What is your site called?",
    label: "Name",
    hint: "Your name or the name of the site. You can change it at any time.",
    missing: "Enter a name.",
  },

  address: {
    here: "Its address is",
    hereHint: "Only this computer can open it. That is enough to begin; you can set a public address later.",
    change: "Change",
    label: "Address of your site",
    hint: "For example https://your.name.example",
    right: "Others find your site at this address, and you sign it. You can change it later.",
    isLocal: "Only this computer can open this address. You can set a public address later.",
    problems: {
      plain: "http works only on this computer. A public address begins with https://",
      path: "Your site works only at the root of a name. Give it one of its own, as in https://blog.example.",
      broken: "This is not a web address. Enter https:// and a domain name, without ? or #.",
    },
    checking: "Checking whether your site responds there. You can already continue.",
    reached: "Your site responds there.",
    notReached: "There is a problem: see below. You can continue and fix it later.",
    checkAgain: "Check again",
    failures: {
      forbidden: "The setup code is wrong.",
      offline: "The node doesn't respond. Check that it is running. What you typed is saved.",
      "too-often": "Another check is running, or there were too many. Check again in a minute.",
      installed: "This node already has an owner.",
      failed: "The check failed. You can continue, and check again later.",
    },
  },

  key: {
    title: "Your key",
    intro:
      "A key is created in this browser. It signs what you publish, so that everyone can verify that it is yours. Choose a password that protects the key file.",
    make: "Create my key",
    wordsFit: "These are the words of a key. Choose a password for its new key file.",
    makeFile: "Create the key file",
    isMade: "Your key is ready. Save the key file: with it and the password you can sign in on any device.",
    save: "Save the key file and finish",
    saveAgain: "Save the key file again",
    own: "Or use an existing key",
    openFile: "Open a key file",
    open: (wallet: string): string => `Use ${wallet}`,
    aWallet: "the wallet",
    waiting: "Confirm in your wallet.",
    again: "You used this key before you reloaded the page. Open its file again.",
    another: "Use another key",
    reserved: "This node is reserved for another key. Use the key of the address in its configuration.",
    signs: "Your key signs this sentence, with the time. It is sent only to your node. It's free.",
    sentence: (url: string, name: string): string => `“The site at ${url} is mine. I am ${name}.”`,
    finish: "Sign and finish",
    sending: "Signed. Setting up your site…",
    sendAgain: "Send again",
  },

  done: {
    title: "Your site is ready",
    site: "It is at",
    keep: "Keep your key file",
    loss: "Store the file and the password where you will still find them in ten years. Nobody can recover either. Anyone who has both can sign as you.",
    write: "Write your first post",
    dashboard: "Go to the dashboard",
    signIn: "One more signature to sign in.",
    elsewhere: "Your site uses another address. Sign in there:",
  },
  problems: {
    offline:
      "The node doesn't respond. What you signed is kept while this page is open. Start the node, then send again.",
    CONFLICT: "Someone else has set up this node in the meantime.",
    INVALID_TIMESTAMP: "The signature is too old or too new for the node's clock. Sign again.",
    INVALID_SIGNATURE: "The signature does not match. Sign again with the key that you chose.",
    INTERNAL_ERROR: "The node failed; see its log. Nothing was lost. Send again.",
    other: (reason: string): string => `The node refused it: ${reason}`,
  },
};

/** The messages that every catalogue of the installer has. */
export type InstallerMessages = typeof en;
