/** Texts of recovery words, in English. */
export const wordsEn = {
  title: "Recovery words",
  explain:
    "These words are a copy of your key. Write them on paper: they restore it without the file and its password, here or in a wallet. Anyone who has them can sign as you.",
  show: "Show my words",
  hide: "Hide the words",
  print: "Print a sheet",
  notCopied:
    "They are stored only in your encrypted key file. Write them by hand, or print them on your own printer.",
  list: "Your recovery words",
  sheetTitle: "Recovery words",
  sheetSite: "Site",
  sheetAddress: "Ethereum address of the key",
  sheetPurpose:
    "These words, in this order, are the key that signs for this site. With them you sign in, move the site to another machine, or open the key in a wallet.",
  sheetUse:
    "To use them: the sign-in page, “I have my words”; freehold init --words; or a wallet (m/44'/60'/0'/0/0).",
  sheetWarning:
    "Keep this sheet where nobody else can read it. Never tell anyone the words: they work without a password.",
  password: "Password of the key file",
  wrong: "The password does not open this file. Check capital letters and try again.",
  failed: "The words could not be read. Nothing was changed. Try again.",
  missing:
    "This key has no recovery words: it was created elsewhere or by an earlier version, and none can be added. Keep copies of its file and of its password in two places.",
  needFile: "To see recovery words here, sign in with your key file and keep it in this browser.",
  check: {
    title: "Check your recovery words",
    before: "Before your first signed post: are the words on paper? Type these three.",
    explain: "Type these three words from your paper.",
    word: (number: number): string => `Word ${number}`,
    act: "Check",
    later: "Not now",
    wrong: (numbers: string): string => `Not the same as in your key: ${numbers}. Check your paper again.`,
    done: "The words are right. Keep the paper safe.",
    open: "Not checked yet.",
    checked: "Checked in this browser.",
    begin: "Check three words",
    remind: "Write down your recovery words and check them: without them, a lost key file is a lost site.",
    remindLink: "Go to recovery words",
  },
  enter: {
    open: "I have my words",
    title: "Sign in with your words",
    field: "Recovery words",
    hint: "In their order, separated by spaces. They stay in this browser's memory until you leave the page.",
    act: "Continue",
    count: (count: number): string =>
      `There are 24 words, or 12, 15, 18 or 21 from a wallet. You typed ${count}.`,
    unknown: (numbers: string): string =>
      `Not in the list of recovery words: ${numbers}. Check the spelling.`,
    number: (number: number): string => `word ${number}`,
    checksum:
      "Each word is in the list, but together they are not a valid key: a word or the order is wrong.",
    otherKey: "These words belong to another key, not to this site's.",
    found:
      "These are the right words. Create a new key file, so that next time a password is enough. It is saved on this device and kept in this browser, encrypted.",
    save: "Save a new key file and sign in",
    skip: "Sign in without one",
  },
  newPassword: {
    label: "Password",
    hint: "Four or five unusual words are good. Nobody can reset it, so keep it with your other passwords.",
    strengths: {
      short: "Too short: at least ten characters.",
      weak: "Easily guessed. Make it longer.",
      fair: "Good enough.",
      strong: "Strong.",
    },
    show: "Show password",
    making: "Encrypting your key. This is slow on purpose: it slows down anyone who guesses passwords.",
    noMeter: "Part of this page could not be loaded. Reload the page and try again.",
    failed: "The key file could not be created: this device may have too little memory. Nothing was saved.",
  },
};
