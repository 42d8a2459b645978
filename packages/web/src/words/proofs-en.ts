/** What is said of proofs, and of checking them, in English. */
export const proofsEn = {
  proof: {
    signedBy: (owner: string): string => `Signed by ${owner}`,
    who: "Who",
    when: "When",
    whichBytes: "Which bytes",
    hashIs: "SHA-256 hash of the bytes",
    theBytes: "The bytes as they were signed",
    folded: "Address, hash and signature",
    address: "Address of the key",
    signature: "Signature",
    anybody:
      "Anybody can check this without asking this node to be honest: any other node does it, at /verify. Here:",
    checking: "Reading the bytes and checking them here, in your browser.",
    bytesMatch: "Checked in your browser: these are the bytes that were signed.",
    bytesDiffer: "These are not the bytes that were signed. Somebody changed them.",
    signatureMatches: "Checked in your browser: this key signed them, for this second.",
    signatureDiffers: "This key did not sign this.",
    unreadable: "The bytes could not be read, so nothing was checked. Try again in a while.",
  },

  verify: {
    title: "Check a signature",
    intro:
      "Any post or file of any node: it is looked at again from its bytes up, and nothing is taken on anybody's word.",
    label: "Its address, its hash, or its number here",
    action: "Check it",
    file: "Or a file of yours. It stays with you; only its hash is made, in your browser.",
    hashing: "Reading the file, here in your browser.",
    isHash: "This is the hash of your file. Check it to see who signed it.",
    isSigned:
      "Your file is what was signed, byte for byte, and the signature is right. Checked in your browser.",
    isOther: "Your file is not what was signed.",
    unreadable: "The file could not be read, so nothing was checked.",
    notRead:
      "This is not understood. Give a hash, a number of this place, or an address that ends in one, such as https://…/publications/0x….",
    nothing:
      "Nothing that is kept here has this hash or number. Give the address of the post on its own node.",
    unsigned: "This is only here: nobody signed it, so there is nothing to check.",
    whole: "It is what it says it is",
    broken: "Something does not match",
    open: "Not everything could be checked",
    heldHere: "Checked just now, on the copy that is kept here.",
    fetchedFrom: (node: string): string => `Fetched just now from ${node}, and checked here.`,
    checks: {
      node: {
        good: "The node answers, and says whose it is.",
        bad: "What answers there is no node.",
        unknown: "The node could not be reached. Try again in a while.",
      },
      listed: {
        good: "It stands in that node's list of what was signed there.",
        bad: "It does not stand in that node's list, so nobody there says that it was signed.",
        unknown: "That node's list could not be read to its end.",
      },
      publisher: {
        good: "Its publisher is the owner of that node.",
        bad: "Its publisher is somebody else than the owner of that node.",
        unknown: "It is not known whose it is.",
      },
      signature: {
        good: "This key signed this hash, for this second.",
        bad: "This key did not sign this.",
        unknown: "The signature could not be checked.",
      },
      time: {
        good: "The second that was signed has been.",
        bad: "The second that was signed lies in the future.",
        unknown: "The time could not be checked.",
      },
      bytes: {
        good: "The bytes have the hash that was signed.",
        bad: "The bytes have another hash: they are not what was signed.",
        unknown: "The bytes could not be read here, or are too many, so they were not checked.",
      },
    },
  },
};
