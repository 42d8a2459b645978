/** The files in the folder of an export, beside those of `archiveNames`. */
export const exportNames = {
  /** The node that was exported, and the number of entries of each kind. */
  manifest: "export.json",
  /** Removed when everything is written. */
  unfinished: "unfinished.json",
  readme: "README.html",
  profile: "profile.json",
  settings: "settings.json",
  connections: "connections.jsonl",
  comments: "comments.jsonl",
  gone: "gone.jsonl",
  firstSlugs: "first-slugs.jsonl",
  /** Added to the name of a publication's bytes: the name of the file with its fields. */
  about: ".about.json",
} as const;
