/** Texts of the key file, its passkey and its settings, in English. */
export const keyFileEn = {
  name: "your key file",
  use: "Use a key file",
  title: "Unlock your key",
  explain:
    "Use the key file that you saved when your key was created, and its password. Neither leaves this browser.",
  file: "Key file",
  choose: "Choose the key file",
  drop: "or drop it here",
  another: "Choose another file",
  kept: "Key file kept in this browser",
  useOther: "Use another file",
  useKept: "Use the kept file",
  forget: "Forget this file",
  forgetTitle: "Forget the key file?",
  forgetExplain:
    "It is removed from this browser. Make sure that you have a copy elsewhere: nobody can give you another one.",
  forgotten: "The key file was removed from this browser.",
  notForgotten: "The browser did not remove the file. Delete the data of this site in its settings.",
  password: "Password",
  keepFile: "Keep the encrypted file in this browser",
  keepFileHint: "Next time you only need the password. Don't do this on a shared computer.",
  keep: "Keep it unlocked for 15 minutes",
  keepHint:
    "Otherwise it is locked again after this signature. Signing out, closing or reloading the page locks it immediately.",
  open: "Unlock",
  opening: "Unlocking. This is slow on purpose: it slows down anyone who guesses passwords.",
  passkey: "Unlock with a passkey",
  orPassword: "Or with the password of the file:",
  insecure:
    "A key is safe only on an https page, or on the computer where the node runs. Open this page there.",
  problems: {
    KEYSTORE_INVALID:
      "This is not a key file. A key file is a small file that ends with .json. Select another one.",
    KEYSTORE_TOO_HEAVY:
      "This file needs more memory or computing time than a browser has. Use it on the command line.",
    WRONG_PASSWORD: "The password does not open this file. Check capital letters and try again.",
    KEYSTORE_OTHER_KEY: "This file holds another key, not the one of this site. Select another file.",
    KEYSTORE_CLOSED: "The file could not be opened. Nothing was changed. Try again.",
    passkeyRefused:
      "No passkey was used: you cancelled, it took too long, or it is not on this device. Try again, or use the password.",
    passkeyUnable:
      "This passkey can't unlock your key. Use the password, or set up another passkey under Settings, Keys.",
  },
  settings: {
    title: "Key file in this browser",
    hint: "The encrypted file stays here when you sign out, so that you can sign in with just its password. The password and the key itself are never stored.",
    empty: "No key file is kept in this browser. When you unlock one, you can keep it here.",
    since: (day: string): string => `Kept since ${day}`,
    otherSite: "This key is not the owner of this site.",
    save: "Save a copy",
    passkeyTitle: "Unlock with a passkey",
    passkeyHint:
      "A fingerprint, face or PIN unlocks your key in this browser instead of the password. It works only in this browser, so keep the password.",
    passkeySet: "A passkey unlocks this key in this browser.",
    passkeyUnsupported: "This browser's passkeys can't unlock a key.",
    passkeyAdd: "Set up",
    passkeyRemove: "Remove",
    passkeyRemoved: "The passkey no longer unlocks the key.",
    passkeyConfirm: "Your key is unlocked. Which passkey should unlock it from now on?",
    passkeyUse: "An existing passkey",
    passkeyCreate: "Create a passkey",
    passkeyLabel: "Unlocks my key",
    passkeyFailed: "The browser could not store it. Nothing was changed.",
  },
};
