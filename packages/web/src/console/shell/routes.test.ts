import { expect, test } from "vitest";
import { currentPath } from "./routes.tsx";

test.each([
  ["/timeline", "/home"],
  ["/timeline/of/0x12", "/home/of/0x12"],
  ["/people/follow/https%3A%2F%2Fbea.example", "/home/people/follow/https%3A%2F%2Fbea.example"],
  ["/media", "/posts/media"],
  ["/delivery/12", "/posts/delivery/12"],
  ["/comments/published", "/inbox/comments/published"],
  ["/notifications", "/inbox"],
  ["/status", "/settings/status"],
  ["/posts/drafts", "/posts/drafts"],
  ["/settings/mail", "/settings/mail"],
  ["/timelines", "/timelines"],
  ["", ""],
])("%j is now at %j", (old, now) => {
  expect(currentPath(old)).toBe(now);
  expect(currentPath(now)).toBe(now);
});
