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
      signed: "Signed with your key: everyone can verify that it is yours and unchanged.",
      local: "Without a signature. You can sign it later.",
    },
    when: "When?",
    times: { now: "Now", later: "At a date" },
    at: "Date and time",
    cannotChange: (people: number): string =>
      people === 0
        ? "You have no followers yet, so it is published on your site only. A signed post can't be changed or taken back; a correction is a new version."
        : `It is sent to ${count(people, "follower", "followers")} and can't be changed or taken back: copies stay on their sites, even if you delete yours. To correct it, publish a new version.`,
    canChange: "You can change or delete it at any time.",
    canChangeButMail: "You can change or delete it on your site at any time. The email can't be taken back.",
    canChangeUntil: "It is published on this site automatically. Until then, you can change it or cancel.",
    updateFirst: "Your changes are published on this site first, then you sign.",
    includes: (value: number): string => `Includes ${count(value, "picture or file", "pictures and files")}.`,
    act: {
      local: "Publish on this site",
      update: "Publish changes",
      later: "Schedule",
      first: "Publish changes and continue",
    },
    cancelDate: "Cancel schedule",
    preparing: "Saving your text…",
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
      isPageHint: "Such as About: it is in the menu, not in the list of posts.",
      date: "Date",
      dateHint: "Choose it when you publish.",
      preview: "Preview",
      search: "Search result",
      card: "Link preview in chats and timelines",
    },
    view: "View post",
    copyLink: "Copy link",
  },
  history: {
    open: "Version history",
    title: "Version history",
    empty: "No versions yet. Your node saves one every five minutes while you write.",
    none: "No other versions.",
    published: (size: string): string => `Published · ${size}`,
    saved: (size: string): string => `Saved · ${size}`,
    count: (value: number): string => count(value, "version", "versions"),
    versions: "Versions",
    changes: "Changes since this version",
    legend: "Added text is underlined; removed text is struck through.",
    same: "Nothing has changed since then.",
    restore: "Restore this version",
    restored: "The version is restored. Readers see it once you publish it.",
  },
  conflict: {
    open: "Compare and choose",
    title: "Two versions of this post",
    unsaved: "Your text is not saved",
    explain:
      "This post was saved in another window or on another device. Choose the version to continue with; the other one stays in the version history. Or keep both: this one becomes a new draft.",
    noDraft: (state: "DRAFT" | "LOCAL" | "SIGNED" | null): string =>
      `This post was ${state === null ? "deleted" : "published"} elsewhere. Keep this text as a new draft.`,
    difference: "The difference",
    legend: "Underlined text is only in this version; text struck through is only in the other one.",
    mine: "Use this version",
    other: "Use the other version",
    both: "Keep both",
    keep: "Keep as a new draft",
  },
};
