import { describe, expect, it } from "vitest";
import { parseArguments, UsageError } from "./parse-arguments.ts";

describe("the arguments of the command", () => {
  it("need only a URL", () => {
    expect(parseArguments(["https://node.example"])).toEqual({
      url: "https://node.example",
      form: "baseline",
      json: false,
      strict: false,
      values: {},
      listen: null,
    });
  });

  it("may have a form, files and the peer's address", () => {
    const call = parseArguments([
      ..."https://node.example --reference --json --junit out.xml --only follow".split(" "),
      ..."--peer-url https://peer.example --peer-listen 0.0.0.0:8443".split(" "),
    ]);
    expect(call).toMatchObject({ form: "reference", json: true, listen: { host: "0.0.0.0", port: 8443 } });
    expect(call).toMatchObject({ values: { junit: "out.xml", only: "follow" } });
  });

  it.each([
    ["443", { port: 443 }],
    ["[::1]:8443", { host: "::1", port: 8443 }],
  ])("take %s for where to listen", (listen, expected) => {
    expect(parseArguments(["https://node.example", "--peer-listen", listen])).toMatchObject({
      listen: expected,
    });
  });

  it.each([
    [[], /URL is missing/],
    [["http://node.example"], /must be an HTTPS base URL/],
    [["https://one.example", "https://two.example"], /One node/],
    [["https://node.example", "--baseline", "--reference"], /Either/],
    [["https://node.example", "--insecure"], /Unknown option '--insecure'/],
    [["https://node.example", "--peer-url", "http://peer"], /--peer-url must/],
    [["https://node.example", "--peer-listen", "99999"], /--peer-listen must/],
    [["https://node.example", "--peer-cert", "cert.pem"], /go together/],
    [["https://node.example", "--owner-keystore", "key.json"], /go together/],
    [["https://node.example", "--junit"], /--junit/],
  ])("are refused with a reason: %j", (args, sentence) => {
    expect(() => parseArguments(args)).toThrow(UsageError);
    expect(() => parseArguments(args)).toThrow(sentence);
  });

  it("are refused with all their faults at once", () => {
    const wrong = () => parseArguments(["node", "--peer-key", "key.pem", "--peer-url", "peer"]);
    expect(wrong).toThrow(/base URL\.\n.*--peer-url.*\n.*go together/);
  });
});
