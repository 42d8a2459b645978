import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { type PostStatus, postStatuses } from "../../publications/use-posts.ts";
import { Link } from "../../shell/routes.tsx";

/** Narrows the list of posts: by status, which is part of the address, and by words. */
export function PostFilters({
  status,
  search,
  onSearch,
}: {
  status: PostStatus | "all";
  search: string;
  onSearch: (search: string) => void;
}): ReactElement {
  const { postTable: texts } = useMessages();
  return (
    <search className="filters post-filters">
      <nav className="pills" aria-label={texts.status}>
        {(["all", ...postStatuses] as const).map((name) => (
          <Link
            key={name}
            to={name === "all" ? "/posts" : `/posts/${name}`}
            aria-current={name === status ? "page" : undefined}
          >
            {texts.states[name]}
          </Link>
        ))}
      </nav>
      <input
        id="post-search"
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
      />
    </search>
  );
}
