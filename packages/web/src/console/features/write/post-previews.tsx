import { graphql } from "@freehold/client";
import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { useField } from "../../queries.ts";

/** How a search engine and a link in a chat or a timeline show a post. */
export function PostPreviews({
  title,
  excerpt,
  slug,
  cover,
}: {
  title: string | null;
  excerpt: string;
  slug: string;
  /** The path of a picture; null for none. */
  cover: string | null;
}): ReactElement {
  const { publishing, signing } = useMessages();
  const { settings } = publishing;
  const { data: site } = useField(["site"], siteQuery, {}, once);
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
const siteQuery = graphql("query SiteName { profile { title url } }");
