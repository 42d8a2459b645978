import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { useField } from "../../queries.ts";

/** A post as others show it before it is opened. */
interface Shown {
  readonly title: string | null;
  readonly excerpt: string;
  readonly slug: string;
}

/** How a search engine and a link in a chat or a timeline show a post. */
export function SearchPreview({
  title,
  excerpt,
  slug,
  cover = null,
}: Shown & {
  /** The path of a picture; null for none. */
  cover?: string | null;
}): ReactElement {
  const { publishing, signing } = useMessages();
  const { settings } = publishing;
  const { data: site } = useField<{ title: string; url: string }>(["site"], siteQuery, {}, once);
  const host = (site?.url ?? location.origin).replace(/^https?:\/\//, "");
  const name = title ?? (excerpt || signing.untitled);
  return (
    <>
      <figure className="search-preview">
        <figcaption className="hint">{settings.search}</figcaption>
        <small>{`${host} › ${slug || "…"}`}</small>
        <strong>{site ? `${name} · ${site.title}` : name}</strong>
        <p>{excerpt}</p>
      </figure>
      <figure className="card-preview">
        <figcaption className="hint">{settings.card}</figcaption>
        <div>
          {cover && <img src={cover} alt="" />}
          <p>
            <strong>{name}</strong>
            <small>{excerpt}</small>
            <small>{host}</small>
          </p>
        </div>
      </figure>
    </>
  );
}

const once = { staleTime: Infinity } as const;
const siteQuery = /* GraphQL */ `
  query SiteName { profile { title url } }
`;
