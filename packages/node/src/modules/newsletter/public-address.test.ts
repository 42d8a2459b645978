import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { profileOf } from "../../../test/support/store-records.ts";
import { saveProfile } from "../../store/peers/profiles.ts";
import { checkNewsletterSetting, hasPublicAddress } from "./public-address.ts";

forEachDatabase((_name, open) => {
  it("refuses the newsletter at a local address, and takes it at a public one", async () => {
    const store = await open();
    const settle = (url: string) =>
      store.transaction((tx) => saveProfile(tx, profileOf(1, { isSelf: true, url, updatedAt: Date.now() })));
    for (const local of ["http://localhost:8080", "http://192.168.1.4", "http://ada.example"]) {
      await settle(local);
      expect([local, await hasPublicAddress(store.db)]).toEqual([local, false]);
      await expect(checkNewsletterSetting({ store }, { newsletter: true })).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
      });
      await checkNewsletterSetting({ store }, { newsletter: false, allowFollow: true });
    }
    await settle("https://ada.example");
    await checkNewsletterSetting({ store }, { newsletter: true });
  });
});
