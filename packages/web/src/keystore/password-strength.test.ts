import { expect, test } from "vitest";
import { loadStrengthMeter } from "./password-strength.ts";

test.each([
  ["", "none"],
  ["Kx7#mP2q", "short"],
  ["password1234", "weak"],
  ["p4ssw0rdp4ssw0rd", "weak"],
  ["correcthorsebattery", "weak"],
  ["qwertyuiop123", "weak"],
  ["aaaaaaaaaaaaaaaaaaaaaaaa", "weak"],
  ["abababababababababab", "weak"],
  ["12345678901234567890", "weak"],
  ["abcdefghijklmnopqrst", "weak"],
  ["adalovelace2026", "weak"],
  ["freehold 2026", "weak"],
  ["Gr7#plo-9vQx", "fair"],
  ["bluebird river", "weak"],
  ["tulip wagon 4 sea", "strong"],
  ["seven quiet herons under the old bridge", "strong"],
  ["kJ8-vQ2x-Lm5r-Tz9w", "strong"],
  ["七只安静的鹭站在老桥下面看水", "strong"],
])("%s is %s", async (password, strength) => {
  expect((await loadStrengthMeter())(password, ["Ada", "Lovelace", ""])).toBe(strength);
});
