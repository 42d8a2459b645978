import type { ReactElement } from "react";
import { drawSeal } from "../../../drawings/seal.ts";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { formatDateTime, formatDay, formatMoment } from "../../components/format.ts";
import { ReadsPlot, sumOfLast } from "../../components/reads-plot.tsx";
import { RowMenu } from "../../components/row-menu.tsx";
import { inlineDrawing } from "../../elements.ts";
import { timeOf } from "../../publications/publication.ts";
import type { PostItem } from "../../publications/use-posts.ts";
import { Link } from "../../shell/routes.tsx";

/** One post: title, status, date, comments, and its actions. */
export function PostRow({
  post,
  isSelected,
  onSelect,
  onDelete,
  onSign,
  onNewVersion,
  onDuplicate,
  onVersions,
  onBackToDraft,
  onCopyLink,
  onPublishChanges,
  onDiscardChanges,
}: {
  post: PostItem;
  isSelected: boolean;
  /** Receives whether all between this one and the last selected one are meant. */
  onSelect: (toLast: boolean) => void;
  onDelete: () => void;
  onSign: () => void;
  onNewVersion: () => void;
  onDuplicate: () => void;
  onVersions: () => void;
  onBackToDraft: () => void;
  onCopyLink: () => void;
  onPublishChanges: () => void;
  onDiscardChanges: () => void;
}): ReactElement {
  const messages = useMessages();
  const texts = messages.postTable;
  const title = post.title || messages.signing.untitled;
  const isSigned = post.state === "SIGNED";
  return (
    <li className={isSelected ? "row is-selected" : "row"} data-item={post.id} tabIndex={-1}>
      <label className="row-tick">
        <input
          type="checkbox"
          aria-label={messages.posts.select(title)}
          checked={isSelected}
          onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </label>
      <div className="row-text">
        {isSigned ? (
          <a href={post.url ?? undefined}>{title}</a>
        ) : (
          <Link to={`/write/${post.id}`}>{title}</Link>
        )}
        <PostMeta post={post} />
      </div>
      <PostState post={post} />
      <RowMenu label={texts.actions(title)}>
        {!isSigned && <Link to={`/write/${post.id}`}>{texts.edit}</Link>}
        {post.changes && !post.changes.isOutdated && (
          <Button onClick={onPublishChanges} text={messages.publishing.act.update} />
        )}
        {post.changes && <Button onClick={onDiscardChanges} text={messages.write.changes.discard} />}
        {post.url && <a href={post.url}>{texts.view}</a>}
        {post.url && <Button onClick={onCopyLink} text={texts.copyLink} />}
        {post.state !== "DRAFT" && (
          <Link to={`/posts/delivery/${post.id}`} aria-label={messages.delivery.of(title)}>
            {texts.delivery}
          </Link>
        )}
        {post.commentCount > 0 && <Link to={`/inbox/comments/of/${post.id}`}>{messages.views.comments}</Link>}
        {isSigned && <Button onClick={onNewVersion} text={texts.newVersion} />}
        <Button onClick={onDuplicate} text={texts.duplicate} />
        <Button onClick={onVersions} text={messages.history.title} />
        {post.state === "LOCAL" && <Button onClick={onBackToDraft} text={texts.backToDraft} />}
        {!isSigned && post.changes === null && (
          <Button onClick={onSign} text={messages.posts.signSelected(1)} />
        )}
        <Button
          className="bad"
          aria-label={messages.posts.deleteOne(title)}
          onClick={onDelete}
          text={messages.delete}
        />
      </RowMenu>
    </li>
  );
}

function PostState({ post: { state, scheduledAt, contentHash } }: { post: PostItem }): ReactElement {
  const messages = useMessages();
  const name = { DRAFT: scheduledAt ? "scheduled" : "drafts", LOCAL: "local", SIGNED: "signed" } as const;
  return (
    <span className="post-state" data-state={state}>
      {state === "SIGNED" && inlineDrawing(drawSeal(contentHash), "seal", null)}
      {messages.postTable.stateOf[name[state]]}
    </span>
  );
}

function PostMeta({ post }: { post: PostItem }): ReactElement {
  const messages = useMessages();
  return (
    <small>
      {post.isPage && <span className="post-page">{messages.postTable.page}</span>}
      {post.scheduledAt ? (
        <strong>
          {messages.posts.scheduled(formatDateTime(Date.parse(post.scheduledAt), messages.language))}
        </strong>
      ) : post.state === "DRAFT" && timeOf(post) === 0 ? (
        // An import knew no date of it.
        <span>{messages.postTable.undated}</span>
      ) : post.state === "DRAFT" || post.publishedAt === null ? (
        <Moment at={timeOf(post)} />
      ) : (
        <SiteDates publishedAt={Date.parse(post.publishedAt)} signedAt={post.timestamp} />
      )}
      {post.changes && <strong>{messages.write.changes.mark}</strong>}
      {post.commentCount > 0 && <span>{messages.postTable.comments(post.commentCount)}</span>}
      <PostReads days={post.reads} />
      {post.tags.length > 0 && <span>{post.tags.map((tag) => `#${tag}`).join(" ")}</span>}
    </small>
  );
}

/** The reads of the last days, for a post that was read. */
function PostReads({ days }: { days: readonly number[] }): ReactElement | null {
  const { reads: texts } = useMessages();
  const sum = sumOfLast(days, days.length);
  if (sum === 0) return null;
  return (
    <span className="post-reads" title={texts.hint}>
      <ReadsPlot days={days} label={null} />
      {texts.inDays(sum)}
    </span>
  );
}

/** A date in the site's time zone, in which the list can be filtered. */
function Moment({ at }: { at: number }): ReactElement {
  const { language } = useMessages();
  const { timeZone, second } = useSiteMessages();
  return (
    <time dateTime={new Date(at).toISOString()} title={second(at)}>
      {formatMoment(at, language, Date.now(), timeZone)}
    </time>
  );
}

/** The date of a post as its readers see it, and beside it the day of its signature where that is another one. */
function SiteDates({
  publishedAt,
  signedAt,
}: {
  /** Milliseconds. */
  publishedAt: number;
  /** Seconds. */
  signedAt: number | null;
}): ReactElement {
  const { language } = useMessages();
  const { timeZone, second, post } = useSiteMessages();
  const day = (at: number) => formatDay(at, language, timeZone);
  const signed = signedAt === null ? null : signedAt * 1000;
  return (
    <>
      <Moment at={publishedAt} />
      {signed !== null && day(signed) !== day(publishedAt) && (
        <time dateTime={new Date(signed).toISOString()} title={second(signed)}>
          {post.signedOn(day(signed))}
        </time>
      )}
    </>
  );
}
