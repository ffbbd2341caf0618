export * from "./active-tenants.ts";
export { statementsFor } from "./clickhouse/cluster.ts";
export type { NativeResult } from "./clickhouse/native-reader.ts";
export { noClickHouse } from "./clickhouse/none.ts";
export {
  type ClickHouse,
  type ClickHouseReader,
  insertSeconds,
  openClickHouse,
  type ReadPriority,
} from "./clickhouse/open.ts";
export { asInsertFailure as storeFailure, isDiskFull, isRefusal } from "./clickhouse/problem.ts";
export { bind, chsql, column, every, listed, type SqlFragment, some } from "./clickhouse/query.ts";
export { type Clock, systemClock, type TravelingClock, travelingClock } from "./clock.ts";
export * from "./config.ts";
export { type Departure, departed, departureBy } from "./departure.ts";
export * from "./durable/engine.ts";
export { giveUp, retryNow } from "./durable/failed-work.ts";
export { deleteOldJobs } from "./durable/old-jobs.ts";
export * from "./durable/workflow.ts";
export * from "./entitlements.ts";
export * from "./failure.ts";
export { type FairLimiter, fairShares, openFairLimiter } from "./fair-limiter.ts";
export * from "./faults.ts";
export { binarySize, type Chunk, readChunks, storeChunks } from "./files/chunks.ts";
export type { Download, FileRules, GeneratedDownload, IncomingFile, ReceivedFile } from "./files/file.ts";
export { addressGroup, isLoopback, isNetwork } from "./http/addresses.ts";
export { serveConsole } from "./http/console-files.ts";
export * from "./http/context.ts";
export { isDeeperThan, maxDepth } from "./http/depth.ts";
export { drainRefused } from "./http/drain.ts";
export * from "./http/event-stream.ts";
export { asFailure, noteFailure } from "./http/failures.ts";
export type { BodyMeter, IntakeRules } from "./http/intake-rules.ts";
export { openApi } from "./http/openapi.ts";
export { serveOperations } from "./http/operations.ts";
export { type RefusalLimiter, rateLimiter, refusalLimiter } from "./http/rate-limit.ts";
export { type Reads, readsFor } from "./http/reads.ts";
export type { ForeignKeys } from "./http/references.ts";
export * from "./http/server.ts";
export { personOrigin, type ServerContext } from "./http/server-context.ts";
export * from "./ids.ts";
export * from "./log.ts";
export { BadMasterKey, forgetPreviousKey, loadMasterKeys, rotateKeyFile } from "./master-key.ts";
export * from "./memory-budget.ts";
export * from "./metrics.ts";
export * from "./migrations.ts";
export {
  type Channel,
  type Delivery,
  isTemporary,
  keepTrying,
  messageQueue,
  type Retried,
  sendToEach,
} from "./notifications/channel.ts";
export { asHtml, asText, type Letter } from "./notifications/letter.ts";
export { type Mailer, openMailer } from "./notifications/mailer.ts";
export { type AddressKind, addressKind } from "./outbound/address-kind.ts";
export type { AllowedPrivate } from "./outbound/guard.ts";
export {
  type Outbound,
  OutboundFailure,
  type OutboundResponse,
  type OutboundStream,
  openOutbound,
} from "./outbound/outbound.ts";
export { newSigningSecret, signedHeaders } from "./outbound/signature.ts";
export { openTenantHttp, type TenantHttp } from "./outbound/tenant-http.ts";
export * from "./passwords.ts";
export * from "./plane/base.ts";
export { serveDocuments } from "./plane/endpoints.ts";
export * from "./plane/feature.ts";
export * from "./plane/features.ts";
export { assertSameKey } from "./plane/fingerprint.ts";
export { readHealth } from "./plane/health.ts";
export * from "./plane/program.ts";
export { allowedPrivate, firstAdmin, planeSettings } from "./plane/settings.ts";
export * from "./postgres/database.ts";
export { type Logins, openLogins } from "./postgres/logins.ts";
export { listedChanges, listedSnapshot } from "./postgres/long-values.ts";
export * from "./postgres/migrate.ts";
export * from "./postgres/paging.ts";
export { all, any, everything, nothing, type Sql, sql, unnamed } from "./postgres/sql.ts";
export { inRange, parseRange, type TimeRange } from "./postgres/time-range.ts";
export { actorTypeOf, type Principal } from "./principal.ts";
export { resealSecrets, type SealedColumn } from "./reseal.ts";
export { type CronTime, cronProblem, slotAtOrBefore, slotsAfter } from "./schedules/cron.ts";
export * from "./schedules/cron-schedules.ts";
export { type DueRow, dueWork } from "./schedules/due-work.ts";
export { type Lease, takeLease } from "./schedules/lease.ts";
export { type ScheduleOptions, startSchedules } from "./schedules/runner.ts";
export type { Schedule, Schedules, Tick } from "./schedules/schedule.ts";
export * from "./secrets.ts";
export { mayTry } from "./set-aside.ts";
export * from "./signals.ts";
export {
  type SshCommand,
  type SshCredential,
  SshFailure,
  type SshFailureKind,
  type SshHost,
  type SshResult,
} from "./ssh/ssh-host.ts";
export { openTenantSsh, type SshOutcome, type TenantSsh, type TenantSshOptions } from "./ssh/tenant-ssh.ts";
export * from "./threads.ts";
export * from "./tokens.ts";
export * from "./trail.ts";
export * from "./turns.ts";
export { type AutomationWriter, automationWriter, type WriteHooks, type WriteScope } from "./write-scope.ts";
