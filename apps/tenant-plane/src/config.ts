import {
  type AllowedPrivate,
  address,
  choice,
  isNetwork,
  readSettings,
  type Setting,
  type TrustedProxies,
  type Values,
  whole,
  words,
} from "@opsplane/runtime";

const masterKey: Setting<string | undefined> = {
  env: "SECRETS_MASTER_KEY",
  about:
    "32 bytes in base64 that encrypt secrets in the database. All instances must share it. If unset, a key file is created in DATA_DIR",
  fallback: "",
  secret: true,
  read: (written) => {
    if (written !== undefined && Buffer.from(written, "base64").length !== 32)
      throw new Error("must be 32 bytes in base64");
    return written;
  },
};

const previousKeys: Setting<readonly string[]> = {
  env: "SECRETS_PREVIOUS_KEYS",
  about:
    "Previous values of SECRETS_MASTER_KEY, separated by commas. They decrypt old secrets until `npm run rotate-secrets` has encrypted them again",
  fallback: "",
  secret: true,
  read: (written = "") => {
    const keys = written
      .split(",")
      .map((key) => key.trim())
      .filter((key) => key !== "");
    if (keys.some((key) => Buffer.from(key, "base64").length !== 32))
      throw new Error("must be keys of 32 bytes in base64");
    return keys;
  },
};

const bootstrapTenant: Setting<string> = {
  env: "BOOTSTRAP_TENANT_ID",
  about: "Tenant that the first start creates in an empty database",
  fallback: "default",
  read: (written = "default") => {
    if (!/^[a-z][a-z0-9-]{1,62}$/.test(written)) throw new Error("must have only lowercase letters, digits and dashes");
    return written;
  },
};

const bootstrapEmail: Setting<string> = {
  env: "BOOTSTRAP_ADMIN_EMAIL",
  about: "The first admin",
  fallback: "admin@opsplane.local",
  read: (written = "admin@opsplane.local") => {
    if (!/^[^@\s]+@[^@\s]+$/.test(written)) throw new Error("must be an email address");
    return written.toLowerCase();
  },
};

const bootstrapPassword: Setting<string | undefined> = {
  env: "BOOTSTRAP_ADMIN_PASSWORD",
  about: "Permanent password of the first admin. If unset, a temporary one is generated and printed once",
  fallback: "",
  secret: true,
  read: (written) => {
    if (written !== undefined && written.length < 8) throw new Error("must have at least 8 characters");
    return written;
  },
};

const serviceSecret: Setting<string | undefined> = {
  env: "SERVICE_SECRET",
  about:
    "Secret for service endpoints, used by operators and the Control Plane; at least 16 characters. If unset, these endpoints are closed",
  fallback: "",
  secret: true,
  read: (written) => {
    if (written !== undefined && written.length < 16) throw new Error("must have at least 16 characters");
    return written;
  },
};

const maxProxies = 10;

const trustProxy: Setting<TrustedProxies> = {
  env: "TRUST_PROXY",
  about:
    "Reverse proxies whose X-Forwarded-* headers are trusted: their number in front of this server, or their addresses and networks, separated by commas. 0 trusts none",
  fallback: "0",
  read: (written = "0") => {
    if (/^\d+$/.test(written) && Number(written) <= maxProxies) return { hops: Number(written) };
    const networks = written.split(",").map((network) => network.trim());
    if (networks.every(isNetwork)) return { networks };
    throw new Error(`must be a number of proxies from 0 to ${maxProxies} or addresses such as 10.0.0.0/8,192.168.1.7`);
  },
};

/** none, private, or a list of networks. */
function allowedPrivate(env: string, about: string, fallback: "0" | "1"): Setting<AllowedPrivate> {
  return {
    env,
    about: `${about} 0: public addresses only. 1: private and loopback ones too, but never link-local and metadata ones. Or the networks that are allowed besides public ones, separated by commas`,
    fallback,
    read: (written = fallback) => {
      if (written === "0") return "none";
      if (written === "1") return "private";
      const networks = written.split(",").map((network) => network.trim());
      if (networks.every(isNetwork)) return { networks };
      throw new Error("must be 0, 1 or networks such as 10.0.0.0/8,192.168.1.7");
    },
  };
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
  role: choice(
    {
      env: "ROLE",
      about: "Role of this instance: api serves requests, worker runs background work and serves health, all does both",
    },
    ["all", "api", "worker"],
    "all",
  ),
  logLevel: choice(
    { env: "LOG_LEVEL", about: "Log level" },
    ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    "info",
  ),
  bootstrapTenant,
  bootstrapEmail,
  bootstrapPassword,
  serviceSecret,
  masterKey,
  previousKeys,
  publicUrl: address(
    {
      env: "PUBLIC_URL",
      about: "Public URL of the console, for links in emails. If unset, http://HOST:PORT",
    },
    ["http", "https"],
  ),
  smtpUrl: address(
    {
      env: "SMTP_URL",
      about: "Mail server, such as smtp://user:password@host:587. If unset, no email is sent",
      secret: true,
    },
    ["smtp", "smtps"],
  ),
  smtpFrom: words({ env: "SMTP_FROM", about: "Sender of emails" }, "Opsplane <opsplane@localhost>"),
  mailRetryMs: whole(
    { env: "MAIL_RETRY_MS", about: "First pause after an email could not be sent; doubles up to five minutes" },
    5_000,
    { min: 10, max: 300_000 },
  ),
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
  trustProxy,
  outboundAllowPrivate: allowedPrivate(
    "OUTBOUND_ALLOW_PRIVATE",
    "Where requests may go to addresses that tenants choose, such as webhooks.",
    "0",
  ),
  sshAllowPrivate: allowedPrivate(
    "SSH_ALLOW_PRIVATE",
    "Where SSH connections may go to hosts that tenants choose. Set 0 when tenants must not reach the operator's network.",
    "1",
  ),
  requestsPerMinute: whole(
    {
      env: "API_RATE_LIMIT_PER_MINUTE",
      about: "Requests per minute for one token on one instance; 0 turns the limit off",
    },
    1_200,
    { min: 0, max: 10_000_000 },
  ),
  refusalsPerMinute: whole(
    {
      env: "REFUSED_RATE_LIMIT_PER_MINUTE",
      about:
        "Refused tokens and service secrets per minute from one address on one instance. Beyond it, unknown tokens get 429. Off when API_RATE_LIMIT_PER_MINUTE is 0",
    },
    300,
    { min: 0, max: 10_000_000 },
  ),
  loginsPerMinute: whole(
    {
      env: "LOGIN_RATE_LIMIT_PER_MINUTE",
      about:
        "Login attempts per minute for one email from one address. Within ten minutes, 5 times as many wrong attempts per email and 10 times as many per address. 0 turns the limits off",
    },
    10,
    { min: 0, max: 1_000_000 },
  ),
  accessTokenSeconds: whole({ env: "ACCESS_TOKEN_SECONDS", about: "Lifetime of an access token" }, 900, {
    min: 5,
    max: 86_400,
  }),
  connections: whole({ env: "DATABASE_CONNECTIONS", about: "Database connections of one instance for requests" }, 10, {
    min: 2,
    max: 200,
  }),
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
  metricsToken: words(
    {
      env: "METRICS_TOKEN",
      about: "Bearer token for /metrics. If unset, only callers on this machine are allowed",
      secret: true,
    },
    undefined,
  ),
} satisfies Record<string, Setting<unknown>>;

export type Config = Values<typeof settings>;

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  return readSettings(settings, env);
}
