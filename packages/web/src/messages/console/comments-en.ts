import { count, englishNumber as number } from "../site/format.ts";

/** Texts about comments and notifications, in English. */
export const commentsEn = {
  comments: {
    tabs: { all: "All", held: "Pending", published: "Published", rejected: "Hidden" },
    count: (value: number): string => number.format(value),
    /** Beside a comment that readers don't see. */
    marks: { HELD: "pending", REJECTED: "hidden" },
    empty: {
      ALL: "No comments yet. Comments on your posts appear here.",
      HELD: "No pending comments. Comments that need your approval appear here.",
      PUBLISHED: "No published comments. Comments that readers see appear here.",
      REJECTED: "No hidden comments. Comments that you hide from readers appear here, and can be restored.",
    },
    by: (name: string): string => `Comment by ${name}`,
    on: (title: string): string => `on “${title}”`,
    onlyPost: "Only this post",
    onlyTheirs: "Only this author",
    ofOne: (name: string): string => `Only by ${name}`,
    byMail: "confirmed by email",
    byWallet: "confirmed by wallet",
    unsigned: "from another site, not signed",
    imported: "imported with the post, not signed",
    mentionKinds: {
      REPLY: "Reply on",
      LIKE: "Like on",
      REPOST: "Shared on",
      BOOKMARK: "Bookmark on",
      MENTION: "Mention on",
    },
    approve: "Approve",
    hide: "Hide",
    delete: "Delete",
    select: (name: string): string => `Select the comment by ${name}`,
    selectAll: "Select all",
    selected: (value: number): string => `${count(value, "comment", "comments")} selected`,
    moved: {
      PUBLISHED: (value: number): string =>
        value === 1 ? "The comment is published." : `${number.format(value)} comments are published.`,
      REJECTED: (value: number): string =>
        value === 1 ? "The comment is hidden." : `${number.format(value)} comments are hidden.`,
      HELD: (value: number): string =>
        value === 1 ? "The comment is pending again." : `${number.format(value)} comments are pending again.`,
    },
    blockExplain:
      "Comments from this email address are no longer accepted, under any name. The author is told so when they confirm a comment.",
    blockAuthorExplain: (name: string, site: string): string =>
      `Mentions on ${site} by the author named ${name} are no longer accepted. Other people who write through ${site} are not affected.`,
    blockSiteExplain: (site: string): string =>
      `Mentions from ${site} are no longer accepted, regardless of the author. Existing mentions stay.`,
    blockWholeSite: (site: string): string => `Block all of ${site}`,
    allowHere: "Allow comments on this post",
    settings: "Comment settings",
  },
  notices: {
    empty: "No notifications yet. New followers, new comments and problems appear here.",
    markRead: "Mark all as read",
    unread: (value: number): string => (value === 0 ? "All read." : `${number.format(value)} unread`),
    isNew: "new",
    follower: (name: string): string => `${name} follows you.`,
    commentWaits: (name: string): string => `${name} wrote a comment. It needs your approval.`,
    comment: (name: string): string => `${name} wrote a comment.`,
    commentGone: (name: string): string => `${name} wrote a comment, which was deleted.`,
    mentionWaits: (name: string): string => `${name} mentioned your post. It needs your approval.`,
    mention: (name: string): string => `${name} mentioned your post.`,
    visitor: (address: string): string => `A visitor identified as ${address}`,
    /** `what` begins a sentence. */
    peerWarning: (name: string, what: string): string => `Warning about ${name}. ${what}.`,
    failedPeer: (name: string, since: string): string =>
      `${name} could not be reached for a day, from ${since} on.`,
    failedWebhook: (url: string): string => `A webhook failed too often and was turned off: ${url}`,
    damaged: (value: number): string => `${count(value, "file was", "files were")} found missing or damaged.`,
    backup: "The daily backup failed.",
    newsletterStopped: (title: string, said: string): string =>
      `The mail server refuses your emails, so “${title}” was not sent to the rest of your subscribers.${said === "" ? "" : ` It said: ${said}`}`,
    /** By id of the check. */
    checks: {
      "machine.certificate": "certificate files",
      "machine.clock": "clock",
      "machine.disk": "disk space",
      "machine.permissions": "access to the data folder",
      "outside.certificate": "certificate",
      "work.mail": "email server",
    } as Readonly<Record<string, string>>,
    failedCheck: (what: string): string => `A check of your site fails: ${what}. Status says what to do.`,
    signIn: (device: string | null, isPasskey: boolean): string =>
      `Signed in ${isPasskey ? "with a passkey" : "with your key"}: ${device ?? "an unknown device"}. If this wasn't you, end the session.`,
    clock: (from: string, to: string) =>
      `Your node's clock jumped from ${from} to ${to}. Until you confirm the time, nothing is signed or emailed. See Status.`,
    setAside: (id: string) =>
      `Your node crashed each time it tried ${id}, so this task was set aside. See Status.`,
    proposal: (agent: string, title: string): string =>
      title === "" ? `${agent} proposes a post.` : `${agent} proposes “${title}”.`,
    kinds: "Notification settings",
    settings: {
      notifyFollower: "New followers",
      notifyComment: "New comments",
      notifyVisitor: "Visitors who identify themselves",
      notifyFailedPeer: "Sites that can't be reached for a day",
    },
    always:
      "You are always notified of sign-ins, of problems with files, backups, webhooks and your newsletter, and of posts that programs propose.",
  },
};
