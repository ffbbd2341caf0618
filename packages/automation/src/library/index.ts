import type { LibraryRunbook } from "@opsplane/contract";
import { certificateExpiry } from "./certificate-expiry.ts";
import { databaseConnections } from "./database-connections.ts";
import { diskFull } from "./disk-full.ts";
import { dnsFailure } from "./dns.ts";
import { errorRateAfterDeploy } from "./error-rate-after-deploy.ts";
import { failedJob } from "./failed-job.ts";
import { memoryPressure } from "./memory-pressure.ts";
import { nodeDrain } from "./node-drain.ts";
import { queueBacklog } from "./queue-backlog.ts";
import { serviceRestart } from "./service-restart.ts";
import { slowQueries } from "./slow-queries.ts";
import { trafficSurge } from "./traffic-surge.ts";

/** The ready-made runbooks. */
export const libraryRunbooks: readonly LibraryRunbook[] = [
  diskFull,
  serviceRestart,
  certificateExpiry,
  databaseConnections,
  memoryPressure,
  errorRateAfterDeploy,
  queueBacklog,
  nodeDrain,
  dnsFailure,
  slowQueries,
  failedJob,
  trafficSurge,
];
