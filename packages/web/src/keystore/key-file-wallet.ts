import { type Address, fromHex, type Hex, type TypedData } from "@freehold/protocol";
import { keyFileId, type Provider } from "../signing/wallets.ts";
import { openedKey, signWithKey } from "./key-client.ts";

/** The time to find the file and to type its password. */
const answerMs = 10 * 60_000;

/**
 * Announces the key file as a wallet of this page (EIP-6963). It signs only messages of the protocol and sign-in texts.
 *
 * @param name in the language of the page
 * @param open asks the owner for the file; rejects with an error of code 4001 if the owner cancels
 * @returns a function that ends it
 */
export function announceKeyFile(name: string, open: () => Promise<Address>): () => void {
  const provider: Provider = { answerMs, request: (call) => answer(call, open) };
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
  const [first = "0x", second = ""] = Array.isArray(params) ? params.map(String) : [];
  switch (method) {
    case "eth_requestAccounts":
      return [openedKey() ?? (await open())];
    case "eth_chainId":
      return "0x1";
    case "eth_getCode":
      return "0x";
    case "personal_sign":
      if (openedKey() === null) await open();
      return await signWithKey("signMessage", { message: new TextDecoder().decode(fromHex(first as Hex)) });
    case "eth_signTypedData_v4":
      if (openedKey() === null) await open();
      return await signWithKey("signTypedData", { typedData: JSON.parse(second) as TypedData });
    default:
      throw Object.assign(new Error(`A key file does not know ${method}.`), { code: 4200 });
  }
}
