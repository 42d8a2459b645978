import encodeQr from "qr";
import { type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { announceWalletConnect } from "../../signing/wallet-connect.ts";
import { Modal } from "../components/confirm-dialog.tsx";
import { Button } from "../components/controls.tsx";

/**
 * Announces wallets on other devices as a wallet of the page, and shows the code to scan when it is used.
 *
 * @param projectId the owner's project at the relay
 */
export default function WalletConnectWallet({ projectId }: { projectId: string }): ReactElement | null {
  const { walletConnect } = useMessages();
  const [uri, setUri] = useState<string | null>(null);
  const closing = useRef(new AbortController());
  useEffect(() => {
    const signal = () => {
      closing.current = new AbortController();
      return closing.current.signal;
    };
    return announceWalletConnect(projectId, walletConnect.name, { show: setUri, signal });
  }, [projectId, walletConnect.name]);
  return uri === null ? null : <PairingDialog uri={uri} onClose={() => closing.current.abort()} />;
}

function PairingDialog({ uri, onClose }: { uri: string; onClose: () => void }): ReactElement {
  const { cancel, walletConnect: messages } = useMessages();
  const [isCopied, setCopied] = useState(false);
  return (
    <Modal title={messages.title} look="pairing-dialog" onClose={onClose}>
      <p>{messages.explain}</p>
      <QrCode text={uri} label={messages.code} />
      <form method="dialog" className="choices">
        <a className="button" href={uri}>
          {messages.openHere}
        </a>
        <Button
          look="plain"
          onClick={() => navigator.clipboard.writeText(uri).then(() => setCopied(true))}
          text={messages.copy}
        />
        <Button type="submit" look="plain" text={cancel} />
      </form>
      <p role="status" className="hint">
        {isCopied && messages.copied}
      </p>
    </Modal>
  );
}

/** Dark on light in every theme, as cameras want it. */
function QrCode({ text, label }: { text: string; label: string }): ReactElement {
  const { side, path } = useMemo(() => drawQr(text), [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawQr(text: string): { side: number; path: string } {
  const rows = encodeQr(text, "raw", { border: 4 });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { side: rows.length, path };
}
