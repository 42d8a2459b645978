import { expect, test } from "vitest";
import { withoutPictures } from "./pasted-html.ts";

test("the caption of a pasted picture stays where the picture was", () => {
  const text =
    'Before.\n\n![A](a.png)\n\n![\\[B\\]](b.png#wide "By &quot;us&quot; (b)")\n\n![C](c.png "C") ![D](d.png)';
  expect(withoutPictures(text, ["a.png", "b.png", "d.png"])).toBe(
    'Before.\n\n_By &quot;us&quot; (b)_\n\n![C](c.png "C")',
  );
});
