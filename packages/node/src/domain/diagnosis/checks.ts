import type { Check } from "./check.ts";
import { checkCallBack } from "./checks/check-call-back.ts";
import { checkCertificate } from "./checks/check-certificate.ts";
import { checkClock } from "./checks/check-clock.ts";
import { checkContents } from "./checks/check-contents.ts";
import { checkDatabaseOpens } from "./checks/check-database-opens.ts";
import { checkDatabaseSound } from "./checks/check-database-sound.ts";
import { checkDisk } from "./checks/check-disk.ts";
import { checkDns } from "./checks/check-dns.ts";
import { checkForwarding } from "./checks/check-forwarding.ts";
import { checkMail } from "./checks/check-mail.ts";
import { checkMethods } from "./checks/check-methods.ts";
import { checkMigrations } from "./checks/check-migrations.ts";
import { checkOpenFiles } from "./checks/check-open-files.ts";
import { checkPeers } from "./checks/check-peers.ts";
import { checkPermissions } from "./checks/check-permissions.ts";
import { checkPublicUrl } from "./checks/check-public-url.ts";
import { checkPush } from "./checks/check-push.ts";
import { checkQueues } from "./checks/check-queues.ts";
import { checkReach } from "./checks/check-reach.ts";
import { checkRecovery, checkRuntime } from "./checks/check-runtime.ts";
import { checkServer } from "./checks/check-server.ts";
import { checkUploads } from "./checks/check-uploads.ts";
import { checkWarnings } from "./checks/check-warnings.ts";
import { checkWriteAheadLog } from "./checks/check-write-ahead-log.ts";

/** Everything that is looked at, once, in the order in which it is told. Docs, command, console and installer show this. */
export const checks: readonly Check[] = [
  checkWarnings,
  checkPublicUrl,
  checkServer,
  checkRuntime,
  checkRecovery,
  checkOpenFiles,
  checkDisk,
  checkPermissions,
  checkClock,
  checkDatabaseOpens,
  checkMigrations,
  checkDatabaseSound,
  checkWriteAheadLog,
  checkContents,
  checkQueues,
  checkPeers,
  checkMail,
  checkPush,
  checkDns,
  checkCertificate,
  checkReach,
  checkCallBack,
  checkMethods,
  checkUploads,
  checkForwarding,
];
