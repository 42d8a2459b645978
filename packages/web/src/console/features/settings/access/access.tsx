import { graphql, type ReplyOf } from "@freehold/client";
import { type ReactElement, useRef, useState } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Button } from "../../../components/controls.tsx";
import { formatDay, formatList, formatMoment } from "../../../components/format.ts";
import { LoadState, Trouble } from "../../../errors.tsx";
import { mutation } from "../../../graphql.ts";
import { useAction, useData } from "../../../queries.ts";
import { withFreshSession } from "../../../signing/fresh-session.ts";
import { SelectField, TextField } from "../form.tsx";
import { WalletConnectSettings } from "../wallet-connect.tsx";
import { NewSecret } from "./new-secret.tsx";
import { PasskeySettings } from "./passkeys.tsx";

/** A session or an access token. */
type Token = ReplyOf<typeof tokensQuery>["tokens"][number];

/** Sessions of the owner, and access tokens of programs. */
export default function AccessSettings(): ReactElement {
  const all = useMessages();
  const messages = all.settings.access;
  const query = useData(["tokens"], tokensQuery);
  const { data } = query;
  const [asked, setAsked] = useState<Token | null>(null);
  const revoke = useAction(({ id }: Token) => revokeToken({ id }));
  const of = (kind: Token["kind"]) => data?.tokens.filter((token) => token.kind === kind) ?? [];
  const own = data?.viewer.tokenId;
  const [devices, programs] = [useRef<HTMLHeadingElement>(null), useRef<HTMLHeadingElement>(null)];
  const sessions = of("CLIENT").sort((a, b) => Number(b.id === own) - Number(a.id === own));
  return (
    <>
      <LoadState of={query} />
      <Trouble error={revoke.error} />
      <p role="status" className="unseen">
        {revoke.isSuccess && (revoke.variables.kind === "CLIENT" ? messages.ended : messages.revoked)}
      </p>
      {data && (
        <>
          <h2 ref={devices} tabIndex={-1}>
            {messages.sessions}
          </h2>
          <p className="hint">{messages.sessionsHint}</p>
          <ul className="settings-rows">
            {sessions.map((token) => (
              <li key={token.id}>
                <div>
                  <p className="strong">{token.label ?? messages.someDevice}</p>
                  <p className="hint">{token.id === own ? messages.here : <LastUse token={token} />}</p>
                </div>
                {token.id !== own && (
                  <Button
                    look="plain"
                    disabled={revoke.isPending}
                    onClick={() => revoke.mutate(token, { onSuccess: () => devices.current?.focus() })}
                    text={messages.signOutThere}
                  />
                )}
              </li>
            ))}
          </ul>
          <PasskeySettings />
          <h2 ref={programs} tabIndex={-1}>
            {messages.programs}
          </h2>
          <p className="hint">{messages.programsHint}</p>
          {of("INTEGRATION").length === 0 && <p className="empty">{messages.noPrograms}</p>}
          <ul className="settings-rows">
            {of("INTEGRATION").map((token) => (
              <li key={token.id}>
                <div>
                  <p className="strong">{token.label}</p>
                  <p className="hint">
                    {formatList(
                      token.scopes.map((scope) => messages.scopes[scope as keyof typeof messages.scopes]),
                      all.language,
                    )}
                  </p>
                  <p className="hint">
                    <LastUse token={token} />
                  </p>
                </div>
                <Button
                  look="plain"
                  disabled={revoke.isPending}
                  onClick={() => setAsked(token)}
                  text={messages.revoke}
                />
              </li>
            ))}
          </ul>
          <NewToken />
          <WalletConnectSettings />
        </>
      )}
      {asked && (
        <ConfirmDialog
          title={messages.revokeTitle(asked.label ?? "")}
          explain={messages.revokeExplain}
          act={messages.revoke}
          onConfirm={() => revoke.mutate(asked, { onSuccess: () => programs.current?.focus() })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** When it was last used, and when it expires. */
function LastUse({ token }: { token: Token }): ReactElement {
  const { language, settings } = useMessages();
  const messages = settings.access;
  const moment = (iso: string) => formatMoment(Date.parse(iso), language);
  return (
    <>
      {token.lastUsedAt === null ? messages.neverUsed : messages.usedAt(moment(token.lastUsedAt))}{" "}
      {token.isExpired
        ? messages.isOver
        : token.expiresAt && messages.until(formatDay(Date.parse(token.expiresAt), language))}
    </>
  );
}

const lifetimeDays = { month: 30, quarter: 90, year: 365, always: null };

function NewToken(): ReactElement {
  const messages = useMessages().settings.access;
  const generate = async (form: FormData, scopes: readonly string[]) => {
    const days = lifetimeDays[String(form.get("lifetime")) as keyof typeof lifetimeDays];
    const expiresInSeconds = days && days * 86_400;
    const input = { label: String(form.get("label")), scopes, expiresInSeconds };
    return (await withFreshSession(() => createToken(input))).token;
  };
  return (
    <NewSecret messages={messages} legend={messages.mayDo} ticks={messages.scopes} generate={generate}>
      <TextField
        label={messages.label}
        hint={messages.labelHint}
        name="label"
        required
        maxLength={100}
        autoComplete="off"
      />
      <SelectField
        label={messages.lasts}
        options={messages.lifetimes}
        name="lifetime"
        defaultValue="quarter"
      />
    </NewSecret>
  );
}

const tokensQuery = graphql(`query Tokens {
  viewer { tokenId }
  tokens { id kind label scopes expiresAt isExpired lastUsedAt }
}`);
const revokeToken = mutation(
  graphql("mutation RevokeToken($input: RevokeTokenInput!) { revokeToken(input: $input) }"),
);
const createToken = mutation(
  graphql(`mutation GenerateIntegrationToken($input: GenerateIntegrationTokenInput!) {
    generateIntegrationToken(input: $input) { token }
  }`),
);
