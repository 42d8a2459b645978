import type { Migration } from "../database.ts";

/**
 * Sign-in messages and challenges are stored when they are used, not when they are given out. Messages that wait during the
 * upgrade have to be requested again.
 */
export const usedSignIns: Migration = {
  name: "0031-used-sign-ins",
  statements: ({ id, text, tableOptions }) => [
    "drop table sign_in_nonces",
    `create table used_sign_ins (
      id ${id},
      key ${text} not null unique
    )${tableOptions}`,
  ],
};
