/** Texts on which patterns that were written without care try every way. */
export const exploding: readonly string[] = [
  ...["a", " ", "-", ".", "_", "@", "#", "\t", "é", "ـ", "!", "/", "\\", "0", "\u0301"].map((letter) =>
    letter.repeat(50_000),
  ),
  ...["a ", "a@", "@a", "#a", "a.", "a-", '"a', "a_", "ab ", "(a", "a\n", "[a](", "![", "`a"].map((text) =>
    text.repeat(20_000),
  ),
  ...["**a", "<a", "&a;", "|a", "> ", "- a\n", "http://a", "a://", "www."].map((text) => text.repeat(20_000)),
  `${"a".repeat(30_000)}!`,
  `${" ".repeat(30_000)}x`,
  `a@${"a.".repeat(20_000)}`,
  `${"a@".repeat(20_000)}.com`,
];
