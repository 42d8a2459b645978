import { expect, test } from "vitest";
import { judgePassword } from "./judge-password.ts";

test.each([
  ["", "none"],
  ["Kx7#mP2q", "short"],
  ["password1234", "weak"],
  ["qwertyuiop123", "weak"],
  ["aaaaaaaaaaaaaaaaaaaaaaaa", "weak"],
  ["abababababababababab", "weak"],
  ["12345678901234567890", "weak"],
  ["abcdefghijklmnopqrst", "weak"],
  ["adalovelace2026", "weak"],
  ["tulip wagon 4 sea", "fair"],
  ["Gr7#plo-9vQx", "fair"],
  ["seven quiet herons under the old bridge", "strong"],
  ["kJ8-vQ2x-Lm5r-Tz9w", "strong"],
  ["七只安静的鹭站在老桥下面看水", "strong"],
])("%s is %s", (password, strength) => {
  expect(judgePassword(password, ["Ada", "Lovelace"])).toBe(strength);
});
