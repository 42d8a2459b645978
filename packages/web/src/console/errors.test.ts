import { expect, test } from "vitest";
import { en } from "../messages/console/en.ts";
import { firstEn } from "../messages/console/first-en.ts";
import { firstZh } from "../messages/console/first-zh.ts";
import { zh } from "../messages/console/zh.ts";
import { formatError } from "./errors.tsx";
import { ApiError, codeOfStatus, readData } from "./graphql.ts";

const english = { ...firstEn, ...en };
const chinese = { ...firstZh, ...zh };

test("a refusal says what was refused, whatever else has its code", () => {
  const onList = new ApiError("CONFLICT", "This address is already subscribed.");
  const notPaused = new ApiError("NOT_FOUND", "This address is not paused.");
  expect([formatError(english, onList), formatError(english, notPaused)]).toEqual([
    onList.message,
    notPaused.message,
  ]);
  expect(formatError(chinese, onList)).toBe("这个邮箱已经在列表里。");
  expect(
    formatError(
      chinese,
      new ApiError("TOO_MANY", "There are 50 passkeys. Remove one that is no longer needed."),
    ),
  ).toBe("已有 50 个通行密钥，请先移除一个不再需要的。");
});

test("a reason in a refusal is in the language of the refusal", () => {
  const refused = new ApiError("PEER_FAILED", "The node refused: it did not answer in time.");
  expect(formatError(chinese, refused)).toBe("对方网站拒绝了：对方没有及时响应。");
  const unread = new ApiError(
    "PEER_FAILED",
    "The server at this address can't be read: The connection failed.",
  );
  expect(formatError(chinese, unread)).toBe("无法读取这个网址：连接失败。");
});

test("a sentence is translated by its codes, whatever its values are", () => {
  const sentence = [
    { code: "{0} does not point to this node, so it was not signed.", values: ["https://a.example"] },
    { code: "There is no post {0} here.", values: ["There is no such post."] },
  ];
  const refused = new ApiError("ADDRESS_NOT_HERE", "In English.", { sentence });
  expect(formatError(chinese, refused)).toBe(
    "https://a.example 没有指向这个节点，所以没有签名。文章 这篇文章已不存在 已经不存在了。",
  );
  expect(formatError(english, refused)).toBe("In English.");
  const unknown = new ApiError("CONFLICT", "Nobody knows.", {
    sentence: [{ code: "Nobody knows.", values: [] }],
  });
  expect(formatError(chinese, unknown)).toBe("Nobody knows.");
});

test("a mail's failure says the step in the language of the page, and quotes the mail server", () => {
  expect(chinese.refusal("The mail server refused the login. (535) It said: Bad (really) password.")).toBe(
    "邮件服务器拒绝登录。（535）服务器返回：“Bad (really) password.”",
  );
  expect(chinese.refusal("The mail server can't be reached.")).toBe("无法连接邮件服务器。");
});

test("an error of this page is quoted", () => {
  expect(formatError(chinese, new TypeError("x is undefined"))).toBe("本页出错：“x is undefined”");
});

test("a code with one meaning has a text of its own, and so has a reason", () => {
  expect(formatError(english, new ApiError("REAUTHENTICATION_REQUIRED", "…"))).toBe(
    english.problems.REAUTHENTICATION_REQUIRED,
  );
  const taken = new ApiError("SLUG_TAKEN", "…", { reason: "OLD_ADDRESS" });
  expect(formatError(english, taken)).toBe(english.problems.OLD_ADDRESS);
});

test("a reply without words of the node says so, and one of a proxy that does not reach it is none of the node's", () => {
  const failed = (status: number) => {
    try {
      return readData({}, { status, statusText: "" });
    } catch (error) {
      return formatError(english, error);
    }
  };
  expect([413, 429, 503].map(failed)).toEqual([
    english.problems.HTTP_413,
    english.problems.HTTP_429,
    english.problems.HTTP_503,
  ]);
  expect(failed(500)).toBe(english.unknownAnswer("HTTP 500"));
  expect([502, 504].map(codeOfStatus)).toEqual(["OFFLINE", "OFFLINE"]);
});

test("before the first view is over, a refusal is in the words of the node", () => {
  const first = firstZh as typeof chinese;
  expect(formatError(first, new ApiError("CONFLICT", "Another import is running."))).toBe(
    "Another import is running.",
  );
});
