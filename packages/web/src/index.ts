export {
  type BuiltFile,
  type BuiltProgram,
  cardFonts,
  mathFonts,
  readBuiltAssets,
  readVerifier,
  renderColours,
  renderMathStylesheet,
  renderStylesheet,
  siteThemes,
} from "./assets.ts";
export { type Accent, chooseAccent } from "./drawings/accent.ts";
export { type Card, type CardText, cardSize, renderCard, textPlaces } from "./drawings/card.ts";
export {
  appIcons,
  renderAppIcon,
  renderIcon,
  renderManifest,
} from "./drawings/icons.ts";
export { themeDiagram } from "./figures/diagram-theme.ts";
export { type DrawnFigure, type DrawnFigures, type Figure, figureOf, keyOf } from "./figures/figure.ts";
export { createFigureWorker, type FigureWorker } from "./figures/figure-worker.ts";
export { hashOfContents, pathOfContents } from "./markdown/addresses.ts";
export { playerOf } from "./markdown/players.ts";
export { type References, readReferences } from "./markdown/references.ts";
export { renderMarkdown } from "./markdown/render-markdown.ts";
export { readMarkdownOpening } from "./markdown/text/opening.ts";
export type { FoundTag, QuotedPost, SiteFile, SitePicture, TextParts } from "./markdown/text/text-parts.ts";
export { addressesOf, noParts } from "./markdown/text/text-parts.ts";
export { catalogues, chooseMessages, messagesFor } from "./messages/site/catalogues.ts";
export type { Messages } from "./messages/site/en.ts";
export { inTimeZone } from "./messages/site/in-time-zone.ts";
export { translateRefusal } from "./messages/site/translate-refusal.ts";
export type { SiteWorkerConfig } from "./offline/worker-types.ts";
export { describeSkill, type ListedPost, renderLlms, renderSkill } from "./site/agent-files.ts";
export { renderBadge } from "./site/components/badge.ts";
export type { CommentDraft, CommentInput } from "./site/components/comment-form.ts";
export type { SiteComment, SiteConversation } from "./site/components/comments.ts";
export { entryExcerpt } from "./site/components/entry.ts";
export type { Neighbours, PostLink } from "./site/components/post-end.ts";
export {
  type FeedFormat,
  feedFormats,
  renderFeed,
  renderSitemap,
  renderSitemapIndex,
  type SitemapEntry,
} from "./site/feeds/formats.ts";
export { type IssueMail, renderIssueMail } from "./site/mail/issue.ts";
export * from "./site/pages/about.ts";
export * from "./site/pages/app.ts";
export * from "./site/pages/comment.ts";
export * from "./site/pages/home.ts";
export * from "./site/pages/lists.ts";
export * from "./site/pages/newsletter.ts";
export * from "./site/pages/notice.ts";
export * from "./site/pages/post.ts";
export * from "./site/pages/search.ts";
export * from "./site/pages/starting.ts";
export * from "./site/pages/verify.ts";
export { isPicture, pathOfPost, pathOfTag, type SitePost, type SiteVersion } from "./site/post.ts";
export type { OwnedView, SiteAssets, SiteOwner, Theme, View } from "./site/view.ts";
export * from "./styles/themes/theme-file.ts";
