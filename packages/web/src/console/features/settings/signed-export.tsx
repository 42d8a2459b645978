import { type ReactElement, useEffect, useRef, useState } from "react";
import { endKeyTask } from "../../../keystore/key-client.ts";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { signMessage } from "../../../signing/account.ts";
import type { Wallet } from "../../../signing/wallets.ts";
import { Button } from "../../components/controls.tsx";
import { formatError, Trouble } from "../../errors.tsx";
import { ApiError } from "../../graphql.ts";
import { withFreshSession } from "../../signing/fresh-session.ts";
import { useWallet } from "../../signing/use-message-signing.ts";
import { askFor, downloadFile, saveFile } from "./download.tsx";

interface Prepared {
  readonly id: string;
  readonly message: string;
  readonly files: number;
}

/** An export that the owner's wallet signs: it is prepared, signed, then downloaded. */
export function SignedExport({ withPrivate }: { withPrivate: boolean }): ReactElement {
  const all = useMessages();
  const messages = all.settings.data;
  const texts = messages.signed;
  const { size: formatSize } = useSiteMessages();
  const { owner, wallets, wallet, account, kind, step, setStep, problem, attempt, connect } = useWallet();
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const work = useRef(new AbortController());
  useEffect(() => {
    work.current = new AbortController();
    return () => work.current.abort();
  }, []);
  const prepare = () =>
    attempt(async () => {
      setSaved(null);
      setPrepared(await prepareExport(withPrivate, work.current.signal));
    }, "sending");
  const sign = (using: Wallet) =>
    attempt(async () => {
      if (!prepared) return;
      const by = account ?? (await connect(using));
      const signature = await signMessage(by, prepared.message).finally(endKeyTask);
      const body = JSON.stringify({ id: prepared.id, signature });
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body, signal: work.current.signal };
      setStep("sending");
      const download = await downloadFile("/api/export/signed", init, () => {}).catch((error: unknown) => {
        // The node keeps a prepared export for a while only.
        if (error instanceof ApiError && error.code === "NOT_FOUND") setPrepared(null);
        throw error;
      });
      saveFile(download);
      setPrepared(null);
      setSaved(messages.downloaded(download.name, formatSize(download.file.size)));
    });
  const choices = account ? [account.wallet] : wallet ? [wallet] : (wallets ?? []);
  const problems: Readonly<Record<string, string>> = messages.problems;
  const isBusy = step !== "idle";
  const reason = problem instanceof ApiError ? problems[problem.code] : undefined;
  return (
    <section className="download" aria-label={texts.prepare}>
      <div className="choices">
        {!prepared && <Button disabled={isBusy} onClick={() => void prepare()} text={texts.prepare} />}
        {prepared &&
          choices.map((one) => (
            <Button
              key={one.id}
              disabled={isBusy || owner === null}
              onClick={() => void sign(one)}
              text={all.signing.sign(one.name || all.signIn.aWallet)}
            />
          ))}
      </div>
      <p role="status" className="outcome hint">
        {step === "sending" && (prepared ? texts.receiving : messages.making)}
        {step === "wallet" && texts.asking[kind]}
        {!isBusy && prepared && texts.ready(prepared.files)}
        {!isBusy && saved}
      </p>
      {prepared && wallets?.length === 0 && !account && <p className="trouble">{all.signIn.noWallet}</p>}
      <Trouble text={Boolean(problem) && (reason ?? formatError(all, problem))} error={problem} />
    </section>
  );
}

async function prepareExport(withPrivate: boolean, signal: AbortSignal): Promise<Prepared> {
  const path = withPrivate ? "/api/export?private=true" : "/api/export";
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: "{}", signal };
  const reply = await withFreshSession(() => askFor(path, init));
  return (await reply.json()) as Prepared;
}
