import { createServer, type Socket } from "node:net";
import { freePort } from "./free-port.ts";

/** A moment of a conversation: the connection, a command, or the final dot. */
type Moment = "connect" | "EHLO" | "STARTTLS" | "MAIL" | "RCPT" | "DATA" | "dot";

/** How a server answers at a moment, in place of the usual answer. */
export interface ScriptStep {
  readonly at: Moment;
  /**
   * The lines that it says; several texts are written one after the other. Without it, the usual answer where `times` says how
   * often and nothing cuts the connection, and nothing else.
   */
  readonly say?: string | readonly string[];
  /** Holds the answer until then. */
  readonly until?: Promise<unknown>;
  /** Ends the connection, after the answer if there is one. */
  readonly cut?: true;
  /** How often; without it each time. */
  readonly times?: number;
}

export interface ScriptedMailServer extends AsyncDisposable {
  readonly url: string;
  /** Each line that clients sent outside of a mail. */
  readonly heard: readonly string[];
  /** The mails that had a final dot, whatever the answer was. */
  readonly mails: readonly string[];
}

const usual: Readonly<Record<Moment, string>> = {
  connect: "220 mail.example ESMTP",
  EHLO: "250 mail.example",
  STARTTLS: "454 4.7.0 TLS is not available",
  MAIL: "250 2.1.0 Ok",
  RCPT: "250 2.1.5 Ok",
  DATA: "354 Go on",
  dot: "250 2.0.0 Ok",
};

/** An SMTP server on 127.0.0.1 that behaves as a list of steps says; it takes every mail where none says otherwise. */
export async function startScriptedMailServer(
  steps: readonly ScriptStep[] = [],
): Promise<ScriptedMailServer> {
  const heard: string[] = [];
  const mails: string[] = [];
  const left = new Map(steps.map((step) => [step, step.times ?? Number.POSITIVE_INFINITY]));
  const open = new Set<Socket>();

  /** @returns what was said */
  async function answer(socket: Socket, at: Moment): Promise<string> {
    const step = [...left].find(([one, times]) => one.at === at && times > 0)?.[0];
    if (step) left.set(step, (left.get(step) ?? 0) - 1);
    await step?.until;
    const isUsual = !step || (step.say === undefined && step.times !== undefined && !step.cut);
    const said = isUsual ? usual[at] : (step.say ?? []);
    const texts = typeof said === "string" ? [`${said}\r\n`] : said;
    for (const text of texts) await new Promise<void>((done) => void socket.write(text, () => done()));
    if (step?.cut) socket.destroy();
    return texts.join("");
  }

  async function converse(socket: Socket): Promise<void> {
    await answer(socket, "connect");
    let rest = "";
    let isMail = false;
    for await (const chunk of socket) {
      rest += String(chunk);
      for (;;) {
        const end = isMail ? /(?:^|\r\n)\.\r\n/.exec(rest) : /\r\n/.exec(rest);
        if (!end) break;
        const text = rest.slice(0, end.index);
        rest = rest.slice(end.index + end[0].length);
        if (isMail) mails.push(text);
        else heard.push(text);
        const at: Moment | undefined = isMail ? "dot" : momentOf(text);
        const said: string = at ? await answer(socket, at) : "";
        isMail = at === "DATA" && said.startsWith("354");
        if (!at) socket.write("250 Ok\r\n");
      }
    }
  }

  const server = createServer((socket) => {
    open.add(socket);
    socket.setNoDelay(true).on("error", () => {});
    converse(socket).catch(() => {});
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${port}`,
    heard,
    mails,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function momentOf(line: string): Moment | undefined {
  return (["EHLO", "STARTTLS", "MAIL", "RCPT", "DATA"] as const).find((word) => line.startsWith(word));
}
