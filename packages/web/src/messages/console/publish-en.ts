import { count } from "../site/format.ts";

/** The texts for publishing a post, and of its settings. */
export const publishEn = {
  publishing: {
    publish: "Publish",
    update: "Update",
    signAndSend: "Sign and send",
    audience: "Who gets it?",
    audiences: { signed: "Your followers, signed", local: "This site only" },
    about: {
      signed: "With your seal: everyone can check that it is yours and unchanged.",
      local: "Without a signature. You can sign it later.",
    },
    when: "When?",
    times: { now: "Now", later: "At a date" },
    at: "Date and time",
    cannotChange: (people: number): string =>
      people === 0
        ? "You have no followers yet, so it is published on your site only. A signed post can't be changed or taken back; a correction is a new version."
        : `It goes to ${count(people, "follower", "followers")} and can't be changed or taken back: copies stay on their nodes, even if you delete yours. A correction is a new version.`,
    canChange: "You can change or delete it at any time.",
    canChangeButMail: "You can change or delete it on your site at any time. The mail can't be taken back.",
    canChangeUntil: "It is published on this site automatically. Until then you can change it or cancel.",
    updateFirst: "Your changes are published on this site first, then you sign.",
    includes: (value: number): string => `Includes ${count(value, "picture or file", "pictures and files")}.`,
    act: {
      local: "Publish on this site",
      update: "Publish changes",
      later: "Schedule",
      first: "Publish changes and continue",
    },
    cancelDate: "Don't publish at that date",
    preparing: "Saving your text.",
    done: { now: "Published", later: "Scheduled" },
    onSite: "It is on your site.",
    scheduledFor: (when: string): string => `It is published on your site on ${when}.`,
    settings: {
      title: "Post settings",
      excerpt: "Excerpt",
      excerptHint: (left: number): string =>
        `${count(left, "character", "characters")} left. Shown in lists and previews.`,
      cover: "Cover picture",
      choose: "Choose a picture",
      upload: "Upload",
      noCover: "Remove",
      noPictures: "No pictures yet. Add one.",
      isPage: "This is a page",
      isPageHint: "Such as About: it is in the menu, and not in the list of posts.",
      date: "Date",
      dateHint: "Choose it when you publish.",
      preview: "Preview",
      search: "In a search engine",
      card: "As a link in a chat or a timeline",
    },
    view: "View post",
    copyLink: "Copy link",
  },
  history: {
    open: "History",
    title: "Earlier texts",
    empty: "No earlier texts yet. Your node keeps one every five minutes while you write.",
    none: "No earlier texts.",
    published: (size: string): string => `Published · ${size}`,
    saved: (size: string): string => `Saved · ${size}`,
    count: (value: number): string => count(value, "earlier text", "earlier texts"),
    versions: "Versions",
    changes: "Changes since then",
    legend: "Added text is underlined; removed text is struck through.",
    same: "Nothing has changed since then.",
    restore: "Restore this text",
    restored: "The earlier text is restored. Nothing changes for readers until you publish it.",
  },
  conflict: {
    open: "Compare and choose",
    title: "Two texts of one post",
    explain:
      "This post was saved in another window or on another device. Choose the text to continue with; the other one stays among the earlier texts. Or keep both: this one becomes a new draft.",
    noDraft: (state: "DRAFT" | "LOCAL" | "SIGNED" | null): string =>
      `This post was ${state === null ? "deleted" : "published"} elsewhere. Keep this text as a new draft.`,
    difference: "The difference",
    legend: "Underlined is only here; struck through is only in the other text.",
    mine: "Use this text",
    other: "Use the other one",
    both: "Keep both",
  },
};
