import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Link } from "../shell/routes.tsx";
import { usePageTitle } from "../shell/shell-context.ts";

/** Stands at an address below `/console` that is no view's. */
export default function NotFound(): ReactElement {
  const { notFound, views } = useMessages();
  usePageTitle(notFound.title);
  return (
    <>
      <header className="view-head">
        <h1>{notFound.title}</h1>
      </header>
      <p className="empty">{notFound.text}</p>
      <p>
        <Link className="button" to="/home">
          {views.home}
        </Link>
      </p>
    </>
  );
}
