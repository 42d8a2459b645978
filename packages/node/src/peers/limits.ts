/** Limits of a called server, besides the limits of each kind of call. */
export const limits = {
  systemLookups: 2, // names that the system resolves side by side
  aliases: 8, // aliases behind a name, in a diagnosis
  redirects: 3, // redirects of one call
};
