import type { Address, TypedData } from "@freehold/protocol";
import { keyFileId, type Provider } from "../signing/wallets.ts";
import { openedKey, signWithKey } from "./key-client.ts";

/** Opening a file takes a person a while: finding it, and the password. In milliseconds. */
const patienceMs = 10 * 60_000;

/**
 * Puts the key file among the wallets of this page (EIP-6963), so that whatever takes a wallet takes it as well. It
 * signs messages of the protocol and sign-in texts alone.
 *
 * @param name what it is called, in the language of the page
 * @param open has somebody open a file; rejects with an error of code 4001 when they don't want to
 * @returns what ends it
 */
export function announceKeyFile(name: string, open: () => Promise<Address>): () => void {
  const provider: Provider = { patienceMs, request: (call) => answer(call, open) };
  const detail = Object.freeze({ info: { uuid: keyFileId, name, icon: "" }, provider });
  const announce = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  addEventListener("eip6963:requestProvider", announce);
  announce();
  return () => removeEventListener("eip6963:requestProvider", announce);
}

async function answer(
  { method, params }: { method: string; params?: unknown },
  open: () => Promise<Address>,
): Promise<unknown> {
  const [first, second] = Array.isArray(params) ? params.map(String) : [];
  switch (method) {
    case "eth_requestAccounts":
      return [openedKey() ?? (await open())];
    case "eth_chainId":
      return "0x1";
    case "eth_getCode":
      return "0x";
    case "personal_sign":
      if (openedKey() === null) await open();
      return await signWithKey("signMessage", { message: textOf(first ?? "") });
    case "eth_signTypedData_v4":
      if (openedKey() === null) await open();
      return await signWithKey("signTypedData", { typedData: JSON.parse(second ?? "") as TypedData });
    default:
      throw Object.assign(new Error(`A key file does not know ${method}.`), { code: 4200 });
  }
}

/** `personal_sign` gets its text as bytes in hex. */
function textOf(hex: string): string {
  const bytes = hex.slice(2).match(/../g) ?? [];
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}
