/** Texts of passkeys, in English. */
export const passkeysEn = {
  use: "Use a passkey",
  waiting: "Confirm with your fingerprint, face or PIN.",
  title: "Passkeys",
  hint: "With a passkey you sign in by fingerprint, face or PIN. Posts are still signed with your wallet or key.",
  empty: "No passkeys.",
  unsupported: "This browser does not support passkeys.",
  needsName: "Passkeys need a host name. Open this page at your site's address to add one.",
  add: "Add a passkey",
  label: "Name",
  labelHint: "Where the passkey is kept, for example “My phone”.",
  make: "Create passkey",
  made: "The passkey was added.",
  elsewhere: (host: string): string => `Works at ${host} only, not at this address.`,
  remove: "Remove",
  removeTitle: (label: string): string => `Remove “${label}”?`,
  removeExplain:
    "You can no longer sign in with this passkey. Signed-in devices stay signed in. Delete it on your device too.",
  removed: "The passkey was removed.",
  problems: {
    refused:
      "No passkey was used: you cancelled, it took too long, or there is none for this site. Try again.",
    notMade: "No passkey was created: you cancelled, or it took too long. Try again.",
    known: "This device already has a passkey for this site.",
    unable: "This device can't keep a passkey that checks your fingerprint, face or PIN. Use another device.",
    bad: "This passkey can't sign in here. Use another one, or your wallet or key.",
    late: "It took too long. Try again.",
  },
};
