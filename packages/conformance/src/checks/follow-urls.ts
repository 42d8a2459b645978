import type { Check } from "../check.ts";
import { expectError, expectTaken } from "../expectations.ts";
import { tryFollow } from "../messages/send-message.ts";
import { followOf } from "../messages/write-messages.ts";
import type { Persona } from "../peer/persona.ts";
import { signBy } from "../signing/key.ts";

/** What is no HTTPS base URL of a node, by what is wrong with it; `at` is a host and path that would be right. */
const wrongs: Readonly<Record<string, (at: string) => readonly string[]>> = {
  http: (at) => [`http://${at}`, `HTTP://${at}`],
  "other-scheme": (at) => [`ftp://${at}`, `wss://${at}`, "javascript:alert(1)", "data:text/plain,x"],
  "no-url": (at) => ["", "node", at, `//${at}`, "https://", "https:///ewp"],
  credentials: (at) => [`https://somebody:secret@${at}`, `https://somebody@${at}`],
};

export const followUrls: readonly Check[] = [
  ...Object.entries(wrongs).map(
    ([what, write]): Check => ({
      id: `follow-url-${what}`,
      controls: ["follow"],
      section: "4.5",
      title: `a URL field is INVALID_URL_FORMAT: ${what.replaceAll("-", " ")}`,
      async run(trial) {
        for (const field of ["followerUrl", "followeeUrl"]) {
          for (const url of write(withoutScheme(trial.persona()))) {
            const persona = trial.persona();
            const body = signBy(persona, followOf(trial, persona, { [field]: url }));
            expectError(await tryFollow(trial, persona, body), "INVALID_URL_FORMAT", `for ${field} ${url}`);
          }
        }
      },
    }),
  ),
  {
    id: "follow-url-trailing-slash",
    section: "4.5",
    title: "a URL with a slash at its end is the same node",
    needs: ["peer"],
    async run(trial) {
      const persona = trial.persona();
      const urls = { followerUrl: `${persona.url}/`, followeeUrl: `${trial.facts.url.replace(/\/+$/, "")}/` };
      expectTaken(await tryFollow(trial, persona, signBy(persona, followOf(trial, persona, urls))));
    },
  },
];

function withoutScheme({ url }: Persona): string {
  return url.replace(/^https:\/\//, "");
}
