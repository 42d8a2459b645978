/** Conversations with the owner's mail server. */
export const limits = {
  addressLength: 254, // a mail address
};
