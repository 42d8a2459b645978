import type { ReactElement, ReactNode } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { CopyButton } from "../../../components/controls.tsx";
import { Link } from "../../../shell/routes.tsx";

/** The addresses for programs and agents, and a link to the GraphQL editor, which is a separate page. */
export default function ApiSettings(): ReactElement {
  const { api } = useMessages().settings;
  return (
    <>
      <p className="hint">
        {api.hint} <Link to="/settings/access">{api.tokens}</Link>
      </p>
      <Endpoint path="/api/graphql" />
      <p>
        <a className="button" href="/console/graphql">
          {api.open}
        </a>
      </p>
      <p className="hint">{api.openHint}</p>
      <h2>{api.agentsTitle}</h2>
      <p className="hint">
        {api.agents} <a href={agentsPage}>{api.agentsPage}</a>
      </p>
      <Endpoint path="/mcp" />
    </>
  );
}

const agentsPage = "https://github.com/freehold-ewp/freehold/blob/main/docs/agents.md";

/** An address of the node, with a button to copy it. */
function Endpoint({ path }: { path: string }): ReactNode {
  const { href } = new URL(path, location.href);
  return (
    <p className="api-endpoint">
      <code>{href}</code>
      <CopyButton text={href} />
    </p>
  );
}
