import { graphql } from "@freehold/client";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useRef, useState } from "react";
import { endKeyTask } from "../../../../keystore/key-client.ts";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { type Account, parseTypedData, signTypedData } from "../../../../signing/account.ts";
import type { Wallet } from "../../../../signing/wallets.ts";
import { Button, Checkbox } from "../../../components/controls.tsx";
import { formatError, Trouble } from "../../../errors.tsx";
import { askField, mutation } from "../../../graphql.ts";
import { useField } from "../../../queries.ts";
import { useWallet } from "../../../signing/use-message-signing.ts";
import { readUnsigned } from "./import-job.ts";

/** Signs imported posts with the key of the node, or one after another with the owner's wallet. It can be stopped. */
export function SignImported(): ReactElement | null {
  const messages = useMessages();
  const texts = messages.imports.signing;
  const client = useQueryClient();
  const { data: unsigned, refetch } = useField(
    ["imported-to-sign"],
    countQuery,
    {},
    // Another import has changed the list since.
    { staleTime: 0 },
  );
  const { data: canNodeSign } = useField(["can-node-sign"], nodeQuery, {}, { staleTime: Infinity });
  const { owner, wallets, wallet, account, kind, step, problem, attempt, connect } = useWallet();
  const [announce, setAnnounce] = useState(false);
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const isStopped = useRef(false);

  /** @param signNext signs some, and returns how many; 0 when all are signed */
  async function signAll(signNext: () => Promise<number>): Promise<void> {
    isStopped.current = false;
    let done = 0;
    const of = unsigned?.count ?? 0;
    setProgress({ done, of });
    try {
      while (!isStopped.current) {
        const signed = await signNext();
        if (signed === 0) break;
        done += signed;
        setProgress({ done, of: Math.max(of, done) });
      }
    } finally {
      endKeyTask();
      await refetch();
      void client.invalidateQueries({ queryKey: ["posts"] });
    }
  }
  const byNode = () => attempt(() => signAll(() => signHere({ announce })), "sending");
  const byWallet = (using: Wallet) =>
    attempt(async () => {
      const by = account ?? (await connect(using));
      await signAll(walletSigner(by, { announce, isStopped: () => isStopped.current }));
    });

  if (!unsigned || (unsigned.count === 0 && progress === null)) return null;
  const isSigning = step !== "idle";
  const choices = account ? [account.wallet] : wallet ? [wallet] : (wallets ?? []);
  return (
    <section aria-label={texts.title} className="sign-imported">
      <h2>{texts.title}</h2>
      {unsigned.count > 0 && <p>{texts.explain(unsigned.count, new Date().getFullYear())}</p>}
      {unsigned.count > 0 && (
        <>
          <Checkbox label={texts.announce} checked={announce} disabled={isSigning} onChange={setAnnounce} />
          <p className="hint">{announce ? texts.announced : texts.quiet}</p>
          {!canNodeSign && <p className="hint">{texts.oneByOne[kind]}</p>}
        </>
      )}
      {progress && <progress value={progress.done} max={progress.of} aria-label={texts.title} />}
      <p role="status" className="hint">
        {progress && texts.signed(progress.done, progress.of)}
        {progress && !isSigning && unsigned.count > 0 && ` ${texts.canContinue}`}
      </p>
      {wallets?.length === 0 && !account && !canNodeSign && unsigned.count > 0 && (
        <p className="trouble">{messages.signIn.noWallet}</p>
      )}
      <div className="choices">
        {unsigned.count > 0 && canNodeSign && (
          <Button disabled={isSigning} onClick={() => void byNode()} text={texts.withNode} />
        )}
        {unsigned.count > 0 &&
          !canNodeSign &&
          choices.map((one) => (
            <Button
              key={one.id}
              disabled={isSigning || owner === null}
              onClick={() => void byWallet(one)}
              text={messages.signing.sign(one.name || messages.signIn.aWallet)}
            />
          ))}
        {isSigning && (
          <Button
            look="plain"
            onClick={() => {
              isStopped.current = true;
            }}
            text={texts.stop}
          />
        )}
      </div>
      <Trouble text={Boolean(problem) && formatError(messages, problem)} />
    </section>
  );
}

// The number of messages that are prepared at once, because a wallet may need a minute for each.
const prepared = 20;

/** Signs one message after another; each is sent at once, so that nothing is lost when the wallet stops. */
function walletSigner(
  by: Account,
  { announce, isStopped }: { announce: boolean; isStopped: () => boolean },
): () => Promise<number> {
  let waiting: Awaited<ReturnType<typeof readMessages>> = [];
  return async () => {
    if (waiting.length === 0) {
      const { ids } = await readUnsigned();
      if (ids.length === 0) return 0;
      waiting = await readMessages({ ids: ids.slice(0, prepared) });
    }
    const [next] = waiting;
    if (!next || isStopped()) return 0;
    const typedData = parseTypedData(next.message.typedData);
    const signature = await signTypedData(by, typedData);
    await signPublications({ publications: [{ id: next.id, message: { typedData, signature } }], announce });
    waiting = waiting.slice(1);
    return 1;
  };
}

const countQuery = graphql("query ImportedCount { importedToSign { count } }");
const nodeQuery = graphql("query CanNodeSign { canNodeSign }");
const readMessages = (variables: { ids: readonly string[] }) =>
  askField(
    graphql(
      "query MessagesOfImported($ids: [ID!]!) { publicationsToSign(ids: $ids) { id message { typedData } } }",
    ),
    variables,
  );
const signPublications = mutation(
  graphql(
    "mutation SignImportedPost($input: SignPublicationsInput!) { signPublications(input: $input) { recipients } }",
  ),
);
const signHere = mutation(
  graphql("mutation SignImported($input: SignImportedInput!) { signImported(input: $input) }"),
);
