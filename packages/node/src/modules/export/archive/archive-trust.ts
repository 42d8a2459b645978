import { program } from "../../../config/program.ts";
import type { AboutPublication, ExportedComment } from "./format.ts";

/** Parts of an archive that are taken without a signature of their own. */
export interface ArchiveTrust {
  /** Whether unsigned words and pictures are shown to readers as they were; else they wait for the owner. */
  readonly unsignedWords: boolean;
  /** Whether settings are taken: they restyle the site, and make the node call others. */
  readonly settings: boolean;
  /** Whether the node follows, and is followed, without a signature: it calls those nodes. */
  readonly unsignedFollows: boolean;
}

/**
 * Decides which data are taken. Anybody can write an address into a file, so only the owner's signature over the list of
 * the files shows whose an archive is. What the owner confirms is taken as it is.
 *
 * @param archive `isOwn`: this owner signed the list of its files; `isConfirmed`: the owner says that all of it is good
 */
export function trustIn({ isOwn, isConfirmed }: { isOwn: boolean; isConfirmed: boolean }): ArchiveTrust {
  const isTrusted = isOwn || isConfirmed;
  return { unsignedWords: isTrusted, settings: isTrusted, unsignedFollows: isConfirmed };
}

/** The sentence of a report about an archive that is not trusted. */
export const nothingShows = `You did not sign the list of files in this export. Signatures of posts and follows were verified. The description, picture and settings were left out; unsigned posts are drafts and comments are pending. If all of it is yours, confirm it in the dashboard before you import it, or use ${program} import PATH --confirm.`;

/** A publication without what its signature does not cover and readers would see: an unsigned one is a draft. */
export function withoutUnsignedWords(about: AboutPublication): AboutPublication {
  return {
    ...about,
    state: about.state === "signed" ? "signed" : "draft",
    // A caption of a draft is for the owner alone.
    description: about.state === "signed" ? null : about.description,
    excerpt: null,
    coverHash: null,
    isPage: false,
    writtenAt: about.state === "signed" ? null : about.writtenAt,
    feedId: null,
    publishedAt: null,
    modifiedAt: null,
    siteSeq: null,
    siteId: null,
    ownFeedId: null,
    ownPublishedAt: null,
    oldPaths: [],
  };
}

/** A comment that nobody sees before the owner has published it: it holds no signature of its author. */
export function heldComment(comment: ExportedComment): ExportedComment {
  return { ...comment, state: comment.state === "published" ? "held" : comment.state };
}
