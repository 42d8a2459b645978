import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { limits } from "../../limits.ts";
import { deleteTemplate, readTemplates, saveTemplate } from "./templates.ts";

forEachDatabase((_name, open) => {
  it("saves, replaces and deletes a template", async () => {
    const context = { store: await open() };
    await saveTemplate(context, { name: "Week", body: "# Week" });
    await saveTemplate(context, { name: "说明", body: "写一个说明" });
    await saveTemplate(context, { name: "Week", body: "# Week\n\n- to do" });
    expect(await readTemplates(context)).toEqual([
      { name: "Week", body: "# Week\n\n- to do" },
      { name: "说明", body: "写一个说明" },
    ]);
    expect(await deleteTemplate(context, "Week")).toBe(true);
    expect(await deleteTemplate(context, "Week")).toBe(false);
    expect((await readTemplates(context)).map(({ name }) => name)).toEqual(["说明"]);
  });

  it("takes as many as there may be, and replaces one of them", async () => {
    const context = { store: await open() };
    for (let number = 1; number <= limits.templates; number += 1)
      await saveTemplate(context, { name: `No ${number}`, body: "text" });
    const another = saveTemplate(context, { name: "Another", body: "text" });
    await expect(another).rejects.toMatchObject({ code: "TOO_MANY" });
    await saveTemplate(context, { name: "No 1", body: "changed" });
    expect(await readTemplates(context)).toHaveLength(limits.templates);
  });

  it("takes a name and a text of the longest size, and none that is longer, empty or broken", async () => {
    const context = { store: await open() };
    const name = "n".repeat(limits.templateNameLength);
    const body = "b".repeat(limits.templateBytes);
    await saveTemplate(context, { name, body });
    for (const [given, code] of [
      [{ name: `${name}n`, body }, "VALIDATION_FAILED"],
      [{ name, body: `${body}b` }, "TOO_LARGE"],
      [{ name: "", body }, "VALIDATION_FAILED"],
      [{ name: " n", body }, "VALIDATION_FAILED"],
      [{ name, body: " " }, "VALIDATION_FAILED"],
      [{ name: "n\0", body }, "VALIDATION_FAILED"],
      [{ name, body: "\ud83d" }, "VALIDATION_FAILED"],
    ] as const)
      await expect(saveTemplate(context, given)).rejects.toMatchObject({ code });
    expect(await readTemplates(context)).toEqual([{ name, body }]);
  });
});
