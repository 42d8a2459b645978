import { KeystoreError, PeerError } from "@freehold/protocol";
import { ZodError, z } from "zod";
import { parseKeystore } from "../../../../protocol/src/crypto/keystore/keystore.ts";
import { parseTypedData } from "../../../../web/src/signing/account.ts";
import { parseLimit } from "../../../src/cli/command.ts";
import { parseArguments } from "../../../src/cli/parse-arguments.ts";
import { parseS3Url } from "../../../src/config/s3-url.ts";
import { settingNames, settings } from "../../../src/config/settings.ts";
import { parseScopes } from "../../../src/domain/access/callers.ts";
import { scopes } from "../../../src/domain/access/scopes.ts";
import { parsePrivateKey } from "../../../src/domain/access/signer.ts";
import { decodeToken } from "../../../src/domain/access/token-format.ts";
import { parseNewComment } from "../../../src/domain/comments/new-comment.ts";
import { parseMention } from "../../../src/domain/comments/view.ts";
import { parseMailAddress } from "../../../src/domain/parse-address.ts";
import { parseAvatar } from "../../../src/domain/profile/avatar.ts";
import { parseSlug, slugOfLink } from "../../../src/domain/replication/fetch-content.ts";
import { checkSettings } from "../../../src/domain/settings/settings.ts";
import { AppError } from "../../../src/errors/errors.ts";
import { parseMailTransport } from "../../../src/mail/mail-transport.ts";
import { hashOfContentName, manifestSchema } from "../../../src/modules/backup/archive-format.ts";
import { parseOpenFiles } from "../../../src/modules/diagnosis/checks/machine.ts";
import { parseProbeReport } from "../../../src/modules/diagnosis/probes.ts";
import { parseSite } from "../../../src/modules/export/import/old-site.ts";
import { parseTarget } from "../../../src/peers/transport.ts";
import { parseSnapshotName } from "../../../src/store/copies/snapshots.ts";
import { parsePayload } from "../../../src/store/queues/job-payload.ts";
import { onBytes, onJson, onText, type ParserTarget, promise } from "./parser-target.ts";

const domain = { refusals: [AppError] };

/** Texts that lead far, whichever setting they are given to. */
const settingSeeds = [
  "8543",
  "true",
  "info",
  "all",
  "/nowhere",
  "\0",
  "127.0.0.1",
  "::1",
  "a.example",
  "https://a.example/x",
  "http://localhost:1",
  "443,8443",
  "10.0.0.0/8, ::1",
  "postgres://a:b@localhost/c",
];

const token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJraW5kIjoiY2xpZW50IiwianRpIjoiYSJ9.AAAA";
const command = {
  name: "x",
  summary: "",
  arguments: [],
  flags: [{ name: "limit", placeholder: "N", summary: "" }],
  settings: ["port"],
};
const comment = { publicationId: 1, authType: "EMAIL" as const, authorId: "a@example.org" };

const pushPayload = z.object({ subscriptionId: z.int(), message: z.string() });

/** Runs a parser that refuses with an error of its own, and with no other. */
function refusing(parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    promise(error instanceof Error && error.constructor === Error, "It refuses with an error of its own.");
  }
}

/** The parsers of what owners write down: settings, commands, keys, backups, mail, words. */
export const ownerParsers: readonly ParserTarget[] = [
  onText(
    "parseSite",
    (text) => {
      const site = parseSite(text);
      promise(/^https?:\/\/[^/@]+\/(?:.*\/)?$/.test(site), `${JSON.stringify(site)} is no folder of a site.`);
    },
    { ...domain, seeds: ["blog.example", "https://blog.example/a", "http://a:b@c.example", "ftp://x"] },
  ),
  onText("parsePayload", (payload) =>
    refusing(() => parsePayload(pushPayload, { id: 1, kind: "push", payload })),
  ),
  onText("parseMention", (text) => parseMention(text), { refusals: [SyntaxError, ZodError] }),
  onJson("parseTypedData", (value) => refusing(() => parseTypedData(value))),
  onText("settings", (text) => settingNames.map((name) => settings[name].value.safeParse(text)), {
    seeds: settingSeeds,
  }),
  onText(
    "parseS3Url",
    (text) => {
      const found = parseS3Url(text);
      promise(typeof found === "string" || /^https?:/.test(found.endpoint), "It leads to no host.");
    },
    { seeds: ["https://KEY:a%2Fb@s3.example:9000/bucket/a/b/?region=eu-1&style=host"] },
  ),
  onText("parseArguments", (text) => parseArguments(command as never, text.split(" ")), {
    refusals: [AppError],
    seeds: ["--limit 3 --port=1 -h", "--json --"],
  }),
  onText("parseLimit", (text) => parseLimit({ flags: { limit: text }, json: false }), {
    refusals: [AppError],
    seeds: ["20"],
  }),
  onBytes("parsePrivateKey", (bytes) => promise(parsePrivateKey(bytes).length === 32, "A key is short."), {
    refusals: [KeystoreError],
    seeds: [` 0x${"07".repeat(32)}\n`],
  }),
  onJson("parseKeystore", (json) => parseKeystore(JSON.stringify(json)), {
    refusals: [KeystoreError],
    seeds: ['{"version":3,"Crypto":{"kdf":"scrypt","kdfparams":{"dklen":32,"n":2,"r":8,"p":1,"salt":"00"}}}'],
  }),
  onJson("manifestSchema", (json) => manifestSchema.safeParse(json), { seeds: ['{"format":1}'] }),
  onText("hashOfContentName", hashOfContentName, {
    refusals: [AppError],
    seeds: [`contents/${"ab".repeat(32)}`],
  }),
  onText("parseSnapshotName", parseSnapshotName, { seeds: ["0007-seeing.20261121T000000Z.sqlite"] }),
  onText(
    "parseMailAddress",
    (text) => promise(!/[\r\n\0]/.test(parseMailAddress(text) ?? ""), "A mail address ends its line."),
    { seeds: ["a.b+c@example.org", '"x y"@example.org'] },
  ),
  onText("parseMailTransport", parseMailTransport, {
    seeds: ["smtp://a:b@mail.example:587", "smtps://mail.example"],
  }),
  onText("parseTarget", parseTarget, { refusals: [PeerError], seeds: ["https://peer.example/"] }),
  onText(
    "parseScopes",
    (text) =>
      promise(
        parseScopes(text.split(" ")).every((one) => scopes.includes(one)),
        "There is a new scope.",
      ),
    { seeds: [scopes.join(" ")] },
  ),
  onText(
    "decodeToken",
    async (text) =>
      promise(
        (await decodeToken(Buffer.alloc(32), text, { kinds: ["client"], now: 0 })) === null,
        "A token of nobody's is good.",
      ),
    { seeds: [token] },
  ),
  onText("parseNewComment", (text) => parseNewComment({ ...comment, body: text, authorName: text }), {
    ...domain,
    seeds: ["Well said."],
  }),
  onText("parseOpenFiles", parseOpenFiles, {
    seeds: ["Max open files            1024                 4096                 files"],
  }),
  onText("parseProbeReport", (text) => parseProbeReport(text, "x"), { seeds: ['{"nonce":"x"}'] }),
  onText("parseAvatar", parseAvatar, {
    seeds: ["data:image/png;base64,iVBORw0KGgo=", "data:image/gif;base64,R0lGODlh"],
  }),
  onText("parseSlug", parseSlug, { seeds: ["a-slug"] }),
  onText("slugOfLink", (text) => slugOfLink(text, "https://a.example/x"), {
    seeds: ["https://a.example/x/slug/b", "/x/slug/%e5%ad%97"],
  }),
  onJson("checkSettings", (json) => checkSettings(Object(json)), {
    ...domain,
    seeds: ['{"enableRss":true,"mailTransport":"smtp://x","__proto__":1}'],
  }),
];
