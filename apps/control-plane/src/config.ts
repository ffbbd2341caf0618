import {
  address,
  firstAdmin,
  readSettings,
  type Setting,
  planeSettings as shared,
  type Values,
  whole,
  words,
} from "@opsplane/runtime";

const admin = firstAdmin(
  { email: "BOOTSTRAP_STAFF_EMAIL", password: "BOOTSTRAP_STAFF_PASSWORD" },
  "The first member of staff",
);

const invoiceIssuer: Setting<string> = {
  env: "INVOICE_ISSUER",
  about: "Name and address of your company on invoices; \\n starts a new line",
  fallback: "Opsplane",
  read: (written = "Opsplane") => written.replaceAll("\\n", "\n"),
};

/** Every setting of the Control Plane. docs/control-plane.md shows this table; a test keeps the two equal. */
export const settings = {
  port: whole({ env: "PORT", about: "Port of API and portal" }, 3100, { min: 0, max: 65_535 }),
  host: words({ env: "HOST", about: "Address to listen on; 0.0.0.0 for every network" }, "localhost"),
  dataDir: words(
    { env: "DATA_DIR", about: "Folder of the embedded PostgreSQL and the generated key" },
    "./data-control-plane",
  ),
  databaseUrl: address(
    { env: "CONTROL_PLANE_DATABASE_URL", about: "PostgreSQL to use instead of the embedded one", secret: true },
    ["postgres", "postgresql"],
  ),
  role: shared.role,
  logLevel: shared.logLevel,
  bootstrapEmail: admin.email,
  bootstrapPassword: admin.password,
  masterKey: shared.masterKey,
  previousKeys: shared.previousKeys,
  publicUrl: address(
    { env: "PUBLIC_URL", about: "Public URL of the portal, for links in emails. If unset, http://HOST:PORT" },
    ["http", "https"],
  ),
  smtpUrl: shared.smtpUrl,
  smtpFrom: shared.smtpFrom,
  mailRetryMs: shared.mailRetryMs,
  takeoverSeconds: shared.takeoverSeconds,
  stopSeconds: shared.stopSeconds,
  silenceSeconds: shared.silenceSeconds,
  queuePollMs: shared.queuePollMs,
  signupsPerHour: whole(
    {
      env: "SIGNUP_RATE_LIMIT_PER_HOUR",
      about: "Signups per hour for one email, and 4 times as many from one address; 0 turns the limits off",
    },
    5,
    { min: 0, max: 1_000_000 },
  ),
  phoneHomesPerMinute: whole(
    {
      env: "PHONE_HOME_RATE_LIMIT_PER_MINUTE",
      about: "License renewals per minute from one address on one instance; 0 turns the limit off",
    },
    30,
    { min: 0, max: 1_000_000 },
  ),
  deploymentRetryMs: whole(
    {
      env: "DEPLOYMENT_RETRY_MS",
      about:
        "Pause after the first failed request to a hosted deployment, in milliseconds. It doubles with each failure",
    },
    5_000,
    { min: 10, max: 3_600_000 },
  ),
  trustProxy: shared.trustProxy,
  outboundAllowPrivate: shared.outboundAllowPrivate,
  invoiceIssuer,
  invoiceDueDays: whole(
    {
      env: "INVOICE_DUE_DAYS",
      about: "Days between an invoice and its due date, for customers who pay by bank transfer",
    },
    14,
    { min: 0, max: 90 },
  ),
  stripeKey: words(
    { env: "STRIPE_SECRET_KEY", about: "Secret key of Stripe. If unset, customers cannot pay by card", secret: true },
    undefined,
  ),
  stripeWebhookSecret: words(
    {
      env: "STRIPE_WEBHOOK_SECRET",
      about: "Signing secret of the Stripe webhook that sends to /api/billing/webhook",
      secret: true,
    },
    undefined,
  ),
  stripeUrl: address({ env: "STRIPE_API_URL", about: "Another address of Stripe's API, such as a proxy" }, [
    "http",
    "https",
  ]),
  rolloutSeconds: whole(
    {
      env: "ROLLOUT_TIMEOUT_SECONDS",
      about: "How long a rollout waits until a deployment reports the new version, before the upgrade counts as failed",
    },
    900,
    { min: 10, max: 86_400 },
  ),
  requestsPerMinute: shared.requestsPerMinute,
  refusalsPerMinute: shared.refusalsPerMinute,
  loginsPerMinute: shared.loginsPerMinute,
  accessTokenSeconds: shared.accessTokenSeconds,
  connections: shared.connections,
  metricsToken: shared.metricsToken,
} satisfies Record<string, Setting<unknown>>;

export type Config = Values<typeof settings>;

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  return readSettings(settings, env);
}
