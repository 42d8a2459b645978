import { graphql } from "@freehold/client";
import { askAhead } from "./first-replies.ts";

/** The caller, and the owner's address and title. */
export const sessionQuery = graphql("query Session { viewer { kind } profile { address title } }");

/** A page of the timeline: publications, and entries of feeds between them. */
export const timelineQuery =
  graphql(`query Timeline($after: String, $types: [PublicationType!], $tag: String, $publisher: Address, $feed: ID) {
  reading(first: 12, after: $after, types: $types, tag: $tag, publisher: $publisher, feed: $feed) {
    nodes {
      cursor savedId publication {
        id type state contentHash publisherAddress publisherTitle publisherUrl publisherPicture timestamp
        signature createdAt description mediaType filename size url contentPath
        thumbnails { sm md lg }
        title excerptHtml keptPictures tags
      }
      entry { id url title author fileUrl fileType publishedAt html feed { id title siteUrl url } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`);

/** The counts of things that wait for the owner. */
export const waitingQuery = graphql(`query Waiting {
  unreadNotifications proposalCount commentCounts { held } dailyBackups { failure { at } } nodeStatus { newerVersion }
}`);

/** The result of the last diagnosis. */
export const lastDiagnosisQuery = graphql("query LastDiagnosis { lastDiagnosis { at failed } }");

/** Which of a new site's first steps are done, whether they are shown, and how often the site is read. */
export const checklistQuery = graphql(`query Checklist {
  profile { url description avatarUrl }
  publications(first: 1, types: [POST], states: [LOCAL, SIGNED]) { nodes { id } }
  settings { showChecklist mailTransportIsSet }
  reads { areCounted days }
}`);

/** A post of the owner, for the editor. */
export const openPostQuery = graphql(`query OpenPost($id: ID!) {
  publication(id: $id) {
    id type state body slug tags url revision scheduledAt changes { body slug revision isOutdated }
  }
}`);

/** The variables of the timeline's first page, in the order in which the view writes them. */
const firstTimeline = { types: null, tag: null, publisher: null, feed: null, after: null } as const;

/** Requests the data of the first view while its code is still loading. */
export function startFirstReads(): void {
  const { pathname } = location;
  askAhead(sessionQuery, {});
  if (/^\/console(\/(home|timeline)?)?$/.test(pathname)) {
    askAhead(timelineQuery, firstTimeline);
    askAhead(checklistQuery, {});
  }
  const [, id] = /^\/console\/write\/([^/]+)$/.exec(pathname) ?? [];
  if (id !== undefined) askAhead(openPostQuery, { id: decodeURIComponent(id) });
  askAhead(waitingQuery, {});
  askAhead(lastDiagnosisQuery, {});
}
