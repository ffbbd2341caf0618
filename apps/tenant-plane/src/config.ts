import { type DeploymentMode, deploymentModes } from "@opsplane/contract";
import {
  address,
  allowedPrivate,
  firstAdmin,
  origins,
  readSettings,
  type Setting,
  planeSettings as shared,
  type Values,
  whole,
  words,
} from "@opsplane/runtime";

const bootstrapTenant: Setting<string> = {
  env: "BOOTSTRAP_TENANT_ID",
  about: "Tenant that the first start creates in an empty database",
  fallback: "default",
  read: (written = "default") => {
    if (!/^[a-z][a-z0-9-]{1,62}$/.test(written)) throw new Error("must have only lowercase letters, digits and dashes");
    return written;
  },
};

const admin = firstAdmin({ email: "BOOTSTRAP_ADMIN_EMAIL", password: "BOOTSTRAP_ADMIN_PASSWORD" }, "The first admin");

const deploymentMode: Setting<DeploymentMode | undefined> = {
  env: "DEPLOYMENT_MODE",
  about:
    "shared_saas and dedicated follow the subscription in the Control Plane, on_prem and byoc need a license. If unset, the service runs without a license until one is installed",
  fallback: "",
  read: (written) => {
    if (written === undefined) return undefined;
    return deploymentModes.find((mode) => mode === written) ?? fail(`must be one of ${deploymentModes.join(", ")}`);
  },
};

const offlineMode: Setting<boolean> = {
  env: "SERVICE_OFFLINE_MODE",
  about: "1: nothing is sent to the Control Plane, for air-gapped installations",
  fallback: "0",
  read: (written = "0") => (["0", "1"].includes(written) ? written === "1" : fail("must be 0 or 1")),
};

function fail(message: string): never {
  throw new Error(message);
}

/** Every setting of the Tenant Plane. docs/configuration.md shows this table; a test keeps the two equal. */
export const settings = {
  port: whole({ env: "PORT", about: "Port of API and console" }, 3000, { min: 0, max: 65_535 }),
  host: words({ env: "HOST", about: "Address to listen on; 0.0.0.0 for every network" }, "localhost"),
  dataDir: words({ env: "DATA_DIR", about: "Folder of the embedded engines and the generated key" }, "./data"),
  databaseUrl: address(
    { env: "TENANT_PLANE_DATABASE_URL", about: "PostgreSQL to use instead of the embedded one", secret: true },
    ["postgres", "postgresql"],
  ),
  clickhouseUrl: address(
    { env: "CLICKHOUSE_URL", about: "ClickHouse to use instead of the embedded one", secret: true },
    ["http", "https"],
  ),
  clickhouseDatabase: words(
    { env: "CLICKHOUSE_DATABASE", about: "Database in ClickHouse; created if missing" },
    "opsplane",
  ),
  clickhouseCluster: words(
    {
      env: "CLICKHOUSE_CLUSTER",
      about:
        "Name of a ClickHouse cluster. Tables are replicated and distributed over it. Set it before the first start",
    },
    undefined,
  ),
  seriesLimit: whole(
    {
      env: "METRIC_SERIES_LIMIT",
      about: "Maximum number of series per day and tenant on one instance; samples of further series are rejected",
    },
    1_000_000,
    { min: 1, max: 100_000_000 },
  ),
  ingestWaitingMb: whole(
    {
      env: "INGEST_WAITING_MB",
      about:
        "Memory for telemetry that waits to be stored, in MiB. A tenant gets at most half. Beyond its share, its senders must retry",
    },
    256,
    { min: 1, max: 16_384 },
  ),
  minFreeMb: whole(
    {
      env: "DISK_FREE_MIN_MB",
      about:
        "Health is degraded when the data folder's disk has less free space than this, in MiB; 0 turns the check off",
    },
    1_024,
    { min: 0, max: 10_000_000 },
  ),
  querySeconds: whole({ env: "TELEMETRY_QUERY_SECONDS", about: "Timeout of a telemetry query" }, 20, {
    min: 1,
    max: 600,
  }),
  role: shared.role,
  logLevel: shared.logLevel,
  bootstrapTenant,
  bootstrapEmail: admin.email,
  bootstrapPassword: admin.password,
  serviceSecret: shared.serviceSecret,
  masterKey: shared.masterKey,
  previousKeys: shared.previousKeys,
  publicUrl: shared.publicUrl,
  mcpOrigins: origins({
    env: "MCP_ALLOWED_ORIGINS",
    about:
      "Addresses besides PUBLIC_URL at which MCP clients reach this server or whose pages may call it, separated by commas, such as https://opsplane.internal:8443",
  }),
  smtpUrl: shared.smtpUrl,
  smtpFrom: shared.smtpFrom,
  mailRetryMs: shared.mailRetryMs,
  takeoverSeconds: shared.takeoverSeconds,
  stopSeconds: shared.stopSeconds,
  silenceSeconds: shared.silenceSeconds,
  queuePollMs: shared.queuePollMs,
  approvalReminderSeconds: whole(
    {
      env: "APPROVAL_REMINDER_SECONDS",
      about:
        "Approvers who have not decided get a reminder by email after this time, at most three times; 0 turns it off",
    },
    86_400,
    { min: 0, max: 2_592_000 },
  ),
  alertEvalMs: whole(
    {
      env: "ALERT_EVAL_INTERVAL_MS",
      about: "How often alert policies are evaluated that do not say so themselves",
    },
    15_000,
    { min: 5_000, max: 1_800_000 },
  ),
  alertStormIncidents: whole(
    {
      env: "ALERT_STORM_INCIDENTS",
      about: "Incidents that one alert policy or integration opens in five minutes; what is above joins one incident",
    },
    50,
    { min: 1, max: 1_000 },
  ),
  rcaBudgetMs: whole(
    {
      env: "RCA_BUDGET_MS",
      about: "Time for the telemetry of an analysis; what is not read by then is left out",
    },
    10_000,
    { min: 1_000, max: 300_000 },
  ),
  responseRetryMs: whole(
    {
      env: "RESPONSE_RETRY_MS",
      about: "First pause after an analysis or suggestion for an incident failed; triples up to five attempts",
    },
    5_000,
    { min: 10, max: 300_000 },
  ),
  deploymentMode,
  licenseKey: words(
    { env: "SERVICE_LICENSE_KEY", about: "License of a self-hosted deployment, a signed JWT", secret: true },
    undefined,
  ),
  licensePublicKey: words(
    {
      env: "CP_LICENSE_PUBLIC_KEY",
      about:
        "RSA public key of the Control Plane in PEM, which verifies licenses and statements. Newlines may be written as \\n, and several keys may follow each other",
    },
    undefined,
  ),
  offlineMode,
  controlPlaneUrl: address(
    { env: "CP_URL", about: "URL of the Control Plane, for phone-home and subscriptions. If unset, nothing is sent" },
    ["http", "https"],
  ),
  phoneHomeMs: whole(
    { env: "LICENSE_PHONE_HOME_INTERVAL_MS", about: "How often a connected deployment renews its license" },
    86_400_000,
    { min: 1_000, max: 2_592_000_000 },
  ),
  deploymentId: words({ env: "CP_DEPLOYMENT_ID", about: "Id of a hosted deployment in the Control Plane" }, undefined),
  deploymentToken: words(
    {
      env: "CP_DEPLOYMENT_TOKEN",
      about: "Token with which a hosted deployment asks the Control Plane for subscriptions",
      secret: true,
    },
    undefined,
  ),
  pullMs: whole(
    { env: "CP_PULL_INTERVAL_MS", about: "How often a hosted deployment asks the Control Plane for subscriptions" },
    300_000,
    { min: 1_000, max: 86_400_000 },
  ),
  trustProxy: shared.trustProxy,
  outboundAllowPrivate: shared.outboundAllowPrivate,
  sshAllowPrivate: allowedPrivate(
    "SSH_ALLOW_PRIVATE",
    "Where SSH connections may go to hosts that tenants choose. Set 0 when tenants must not reach the operator's network.",
    "1",
  ),
  requestsPerMinute: shared.requestsPerMinute,
  refusalsPerMinute: shared.refusalsPerMinute,
  loginsPerMinute: shared.loginsPerMinute,
  accessTokenSeconds: shared.accessTokenSeconds,
  connections: shared.connections,
  eventStreams: whole(
    { env: "EVENT_STREAMS_PER_TENANT", about: "Maximum number of open event streams per tenant" },
    500,
    {
      min: 1,
      max: 100_000,
    },
  ),
  fileBytes: whole({ env: "FILE_MAX_BYTES", about: "The largest file that can be attached, in bytes" }, 26_214_400, {
    min: 1,
    max: 10_737_418_240,
  }),
  tenantFileBytes: whole(
    { env: "FILE_TENANT_BYTES", about: "All files of one tenant together, in bytes; further ones are refused" },
    10_737_418_240,
    { min: 1, max: 1_125_899_906_842_624 },
  ),
  fileTransfers: whole(
    { env: "FILE_TRANSFERS_PER_TENANT", about: "Uploads and downloads of one tenant at once on one instance" },
    20,
    { min: 1, max: 1_000 },
  ),
  runDays: whole(
    { env: "RUN_KEEP_DAYS", about: "Executions and workflow runs are deleted this many days after they ended" },
    400,
    { min: 1, max: 36_500 },
  ),
  openRuns: whole(
    { env: "RUN_OPEN_PER_TENANT", about: "Executions and workflow runs of one tenant that may be open at once" },
    10_000,
    { min: 1, max: 1_000_000 },
  ),
  reportBytes: whole(
    { env: "REPORT_MAX_BYTES", about: "The largest output of a report, in bytes; a run that exceeds it fails" },
    1_073_741_824,
    { min: 1_024, max: 10_737_418_240 },
  ),
  reportStoredBytes: whole(
    {
      env: "REPORT_STORED_MAX_BYTES",
      about: "What the outputs of a tenant's reports may take together, in bytes; beyond it the oldest are deleted",
    },
    10_737_418_240,
    { min: 1_024, max: 1_099_511_627_776 },
  ),
  reportDays: whole(
    { env: "REPORT_KEEP_DAYS", about: "Runs of reports and their outputs are deleted after this many days" },
    400,
    { min: 1, max: 36_500 },
  ),
  metricsToken: shared.metricsToken,
} satisfies Record<string, Setting<unknown>>;

export type Config = Values<typeof settings>;

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  return readSettings(settings, env);
}
