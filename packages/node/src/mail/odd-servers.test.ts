import { minuteMs } from "@freehold/protocol/internal";
import { describe, expect, it } from "vitest";
import { createCertificateAuthority } from "../../test/support/certificates.ts";
import { closeAfterEach } from "../../test/support/close-after-each.ts";
import { startMailServer } from "../../test/support/mail-server.ts";
import { type ScriptStep, startScriptedMailServer } from "../../test/support/scripted-mail-server.ts";
import { type MailWaits, mailWaits } from "./limits.ts";
import { MailError } from "./mail-error.ts";
import { parseMailTransport } from "./mail-transport.ts";
import { greetingNameOf, type MailConfig, sendMail } from "./mailer.ts";

const use = closeAfterEach();

const config: MailConfig = {
  allowPrivatePeers: true,
  peerPorts: "any",
  peerCa: null,
  url: "https://ada.example",
};
/** No test waits longer for a server that is silent; on a busy machine another answers within it. */
const short: MailWaits = { connectMs: 5_000, greetingMs: 400, answerMs: 400, mailMs: 20_000 };

/** Sends a mail. @returns how it failed; null for one that was taken */
async function send(url: string, { waits = mailWaits, over = config } = {}): Promise<MailError | null> {
  const transport = parseMailTransport(url);
  if (!transport) throw new Error(`${url} is no mail transport.`);
  const message = {
    id: "1.abc@ada.example",
    from: { name: "Ada", address: "ada@ada.example" },
    to: "reader@example.org",
    subject: "One",
    text: "One.\n.\nA dot.",
    html: "<p>One.</p>",
  };
  try {
    await sendMail(over, transport, message, { waits });
    return null;
  } catch (error) {
    if (error instanceof MailError) return error;
    throw error;
  }
}

async function sendTo(steps: readonly ScriptStep[], waits = mailWaits) {
  const server = use(await startScriptedMailServer(steps));
  return { server, failure: await send(server.url, { waits }) };
}

it("waits at each step at least as long as RFC 5321 asks for (4.5.3.2)", () => {
  expect(mailWaits.greetingMs).toBeGreaterThanOrEqual(5 * minuteMs);
  expect(mailWaits.answerMs).toBeGreaterThanOrEqual(10 * minuteMs);
  expect(mailWaits.mailMs).toBeGreaterThanOrEqual(
    mailWaits.connectMs + mailWaits.greetingMs + mailWaits.answerMs,
  );
});

describe("a mail to a slow server", () => {
  it.each(["connect", "EHLO", "MAIL", "RCPT", "DATA", "dot"] as const)(
    "is sent once where the answer at %s takes long",
    async (at) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const say = at === "connect" ? "220 mail.example" : at === "DATA" ? "354 Go on" : "250 Ok";
      const server = use(await startScriptedMailServer([{ at, until: promise, say }]));
      const sending = send(server.url);
      await expect.poll(() => server.heard.length + server.mails.length > 0 || at === "connect").toBe(true);
      resolve();
      expect(await sending).toBeNull();
      expect(server.mails).toHaveLength(1);
    },
  );

  it("fails at the greeting where that never comes, and nothing was sent", async () => {
    const { server, failure } = await sendTo([{ at: "connect" }], short);
    expect(failure).toMatchObject({ problem: "greeting", isPerhapsSent: false });
    expect(server.heard).toEqual([]);
  });

  it.each(["EHLO", "MAIL", "RCPT"] as const)("is not sent where no answer comes to %s", async (at) => {
    const { server, failure } = await sendTo([{ at }], short);
    expect(failure).toMatchObject({ isPerhapsSent: false, smtpStatus: null });
    expect(server.mails).toEqual([]);
  });
});

describe("a mail is perhaps sent", () => {
  it.each<[string, ScriptStep]>([
    ["no answer comes", { at: "dot" }],
    ["the connection ends", { at: "dot", cut: true }],
    ["the answer is cut off", { at: "dot", say: ["25"], cut: true }],
  ])("where %s after the final dot", async (_what, step) => {
    const { server, failure } = await sendTo([step], short);
    expect(failure).toMatchObject({ problem: "answer", isPerhapsSent: true, blames: null });
    expect(server.mails).toHaveLength(1);
  });

  it("but not where the server refuses it after the dot, also with 421", async () => {
    for (const status of [421, 451, 554]) {
      const { failure } = await sendTo([{ at: "dot", say: `${status} no` }]);
      expect(failure).toMatchObject({ isPerhapsSent: false, smtpStatus: status, answer: "no" });
    }
  });
});

describe("a mail to an odd server", () => {
  it("is sent where answers come in pieces and in many lines", async () => {
    const { failure } = await sendTo([
      { at: "connect", say: ["22", "0 mail.example", "\r", "\n"] },
      { at: "EHLO", say: ["250-mail.", "example\r\n250-", "SIZE 1000000\r\n25", "0 HELP\r\n"] },
      { at: "dot", say: ["250-2.0.0 Ok\r\n", "250 2.0.0 really\r\n"] },
    ]);
    expect(failure).toBeNull();
  });

  it("may be sent later where the server is busy, in the middle too", async () => {
    for (const at of ["connect", "EHLO", "MAIL", "RCPT"] as const) {
      const { failure, server } = await sendTo([{ at, say: "421 4.3.2 mail.example is closing", cut: true }]);
      expect(failure).toMatchObject({ smtpStatus: 421, blames: null, answer: "mail.example is closing" });
      expect(server.mails).toEqual([]);
    }
    const { failure } = await sendTo([{ at: "RCPT", say: "450 4.2.0 Greylisted, come back in 3600 s" }]);
    expect(failure).toMatchObject({ smtpStatus: 450, blames: null, enhancedStatus: "4.2.0" });
    const many = await sendTo([{ at: "RCPT", say: "452 4.5.3 Too many recipients" }]);
    expect(many.failure).toMatchObject({ smtpStatus: 452, blames: null, isPerhapsSent: false });
  });

  it("is not sent where TLS is promised and fails, or the certificate is for another name", async () => {
    const { failure, server } = await sendTo([{ at: "EHLO", say: ["250-mail.example\r\n250 STARTTLS\r\n"] }]);
    expect(failure).toMatchObject({ problem: "connection", answer: "TLS is not available" });
    expect(server.heard).not.toContainEqual(expect.stringContaining("MAIL"));
    const authority = await createCertificateAuthority();
    const other = await authority.issue(["other.example"]);
    const tls = use(await startMailServer({ ...other, secure: false }));
    expect(await send(tls.url())).toMatchObject({ problem: "connection" });
    expect(tls.seen).toEqual([]);
  });

  it.each(["250 2.0.0 Ok", "251 yes", "334 go on", "355 go on"])(
    "is not sent where DATA is answered with %s, and may be sent later",
    async (say) => {
      const { failure, server } = await sendTo([{ at: "DATA", say }]);
      expect(failure).toMatchObject({ problem: "greeting", isPerhapsSent: false, blames: null });
      expect(failure?.answer).toBe(say.replace(/^[\d. ]+/, ""));
      expect(server.heard.at(-1)).toBe("DATA");
    },
  );

  it("is refused where it is larger than the server takes, and blames no reader", async () => {
    const { failure } = await sendTo([{ at: "MAIL", say: "552 5.3.4 Message size exceeds fixed limit" }]);
    expect(failure).toMatchObject({ smtpStatus: 552, answer: "Message size exceeds fixed limit" });
    expect(failure?.blames).not.toBe("recipient");
  });

  it("is refused with the server's own words where the connection is", async () => {
    const { failure } = await sendTo([
      { at: "connect", say: "554 5.7.1 192.0.2.1 is on a blocklist", cut: true },
    ]);
    expect(failure).toMatchObject({
      problem: "greeting",
      smtpStatus: 554,
      answer: "192.0.2.1 is on a blocklist",
    });
  });
});

describe("the next mail after a server ended the connection", () => {
  const busy = "421 4.7.0 Too many mails on this connection";
  it.each<[string, ScriptStep[]]>([
    [
      "with 421 and the answer to the first",
      [{ at: "dot", say: ["250 Ok\r\n421 bye\r\n"], cut: true, times: 1 }],
    ],
    ["without a word, after the first", [{ at: "dot", say: "250 Ok", cut: true, times: 1 }]],
    [
      "with 421 to MAIL",
      [
        { at: "MAIL", times: 1 },
        { at: "MAIL", say: busy, cut: true, times: 1 },
      ],
    ],
    [
      "with 421 to RCPT",
      [
        { at: "RCPT", times: 1 },
        { at: "RCPT", say: busy, cut: true, times: 1 },
      ],
    ],
    [
      "without an answer to DATA",
      [
        { at: "DATA", times: 1 },
        { at: "DATA", cut: true, times: 1 },
      ],
    ],
  ])("goes through a new one: %s", async (_when, steps) => {
    const server = use(await startScriptedMailServer(steps));
    expect([await send(server.url), await send(server.url)]).toEqual([null, null]);
    expect(server.mails).toHaveLength(2);
    expect(server.heard.filter((line) => line.startsWith("EHLO"))).toHaveLength(2);
  });

  it("fails with what the new one says, and is not perhaps sent", async () => {
    const { server, failure } = await sendTo([
      { at: "connect", times: 1 },
      { at: "connect", cut: true, times: 1 },
      { at: "connect", say: "421 4.3.2 busy", cut: true },
      { at: "dot", cut: true, say: "250 Ok" },
    ]);
    expect(failure).toBeNull();
    expect(await send(server.url)).toMatchObject({ problem: "greeting", isPerhapsSent: false });
    expect(await send(server.url)).toMatchObject({ smtpStatus: 421, answer: "busy", isPerhapsSent: false });
    expect(server.mails).toHaveLength(1);
  });

  it("is not sent again where its own final dot got no answer", async () => {
    const server = use(
      await startScriptedMailServer([
        { at: "dot", times: 1 },
        { at: "dot", cut: true },
      ]),
    );
    expect(await send(server.url)).toBeNull();
    expect(await send(server.url)).toMatchObject({ isPerhapsSent: true });
    expect(server.mails).toHaveLength(2);
  });
});

it("tells whom a refusal is about", async () => {
  const blamed = async (at: ScriptStep["at"], say: string) => (await sendTo([{ at, say }])).failure?.blames;
  for (const words of [
    "550 SPF check failed, message refused",
    "550 5.7.1 blocked",
    "554 Your IP is on our blacklist",
    "550 relaying denied",
    "550 5.1.8 no such domain",
    "550 Sender verify failed",
  ])
    expect([words, await blamed("RCPT", words)]).toEqual([words, "sender"]);
  for (const words of [
    "550 no such user",
    "550 5.1.1 unknown",
    "551 5.2.1 mailbox disabled",
    "550 go away",
    "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)",
    "550 5.5.0 Requested action not taken: mailbox unavailable",
    "554 5.3.0 This user doesn't exist",
  ])
    expect([words, await blamed("RCPT", words)]).toEqual([words, "recipient"]);
  expect(await blamed("RCPT", "550 5.4.4 no route")).toBe("text");
  expect(await blamed("dot", "554 a virus")).toBe("text");
  expect(await blamed("MAIL", "550 no")).toBe("sender");
  expect(await blamed("RCPT", "450 SPF later")).toBeNull();
});

it("greets with the host of the site's address, and never with a name without a dot", async () => {
  const { server } = await sendTo([]);
  expect(server.heard[0]).toBe("EHLO ada.example");
  const names = {
    "https://ada.example:8443/x": "ada.example",
    "https://192.0.2.7": "[192.0.2.7]",
    "https://[2001:db8::7]": "[IPv6:2001:db8::7]",
    "https://bücher.example": "xn--bcher-kva.example",
    "http://localhost:3000": null,
  };
  for (const [url, name] of Object.entries(names)) expect([url, greetingNameOf(url)]).toEqual([url, name]);
  expect(greetingNameOf(null)).toBeNull();
});
