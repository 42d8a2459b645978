import { graphql } from "@freehold/client";
import { type Address, type Hex, type TypedData, typedDataFor } from "@freehold/protocol";
import { ApiError, askApi } from "../console/graphql.ts";
import type { SetupForm } from "./setup-form.ts";

/** The fields that the owner signs. */
export type InstallationInput = Pick<SetupForm, "url" | "name"> & {
  readonly address: Address;
};

/** Why the installation failed: the node's error code and message, or `offline`. */
export class InstallationError extends Error {
  override readonly name = "InstallationError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The message that installs the node (specification 4.10). @param now Unix seconds, by the node's clock */
export function buildInstallation({ url, name, address }: InstallationInput, now: number): TypedData {
  const { lang } = document.documentElement;
  return typedDataFor("DATA", {
    node: { avatar: "", address, url, title: name.trim(), description: "" },
    settings: { defaultLanguage: lang, defaultTheme: "system", walletConnectProjectId: "" },
    timestamp: now,
  });
}

/** How far the node's clock is ahead of this one, in milliseconds; 0 when unknown. */
export async function compareClock(): Promise<number> {
  const response = await fetch("/api/install", { method: "HEAD" }).catch(() => null);
  const ahead = Date.parse(response?.headers.get("date") ?? "") - Date.now();
  // The header has whole seconds, so a smaller difference means nothing.
  return Number.isNaN(ahead) || Math.abs(ahead) < 2_000 ? 0 : ahead;
}

/**
 * Sends the signed installation to the node (POST /api/install). Succeeds if the node already has it and only the
 * reply was lost.
 *
 * @throws InstallationError
 */
export async function sendInstallation(
  envelope: { readonly typedData: TypedData; readonly signature: Hex },
  { url, address }: Pick<InstallationInput, "url" | "address">,
  code: string,
): Promise<void> {
  const response = await fetch("/api/install", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      // The site shows dates in the zone of its owner.
      "x-time-zone": new Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(code && { "x-setup-code": code }),
    },
    body: JSON.stringify(envelope),
  }).catch(() => null);
  if (response?.ok) return;
  const error = await readProblem(response);
  if (error.code === "CONFLICT" && (await isOurs(url, address))) return;
  throw error;
}

async function readProblem(response: Response | null): Promise<InstallationError> {
  const body = (await response?.json().catch(() => null)) as { result?: { error: string | null }[] } | null;
  const error = body?.result?.find((step) => step.error)?.error;
  // Without a result, a proxy answered, or the node had no time.
  if (!error && response && response.status < 502)
    return new InstallationError(`HTTP_${response.status}`, `HTTP ${response.status}`);
  if (!error) return new InstallationError("offline", "");
  const [, code = "other", message = error] = /^([A-Z_]+): (.*)$/s.exec(error) ?? [];
  return new InstallationError(code, message);
}

async function isOurs(url: string, address: Address): Promise<boolean> {
  try {
    const { profile } = await askApi(query);
    return profile.address === address && profile.url === url;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

const query = graphql("query InstalledOwner { profile { address url } }");
