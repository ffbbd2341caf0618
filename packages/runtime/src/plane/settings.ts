import { address, choice, type Setting, whole, words } from "../config.ts";
import { isNetwork } from "../http/addresses.ts";
import type { TrustedProxies } from "../http/server.ts";
import type { AllowedPrivate } from "../outbound/guard.ts";

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
export function allowedPrivate(env: string, about: string, fallback: "0" | "1"): Setting<AllowedPrivate> {
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

/** Who administers a plane after its first start. */
export function firstAdmin(env: { email: string; password: string }, who: string) {
  const email: Setting<string> = {
    env: env.email,
    about: who,
    fallback: "admin@opsplane.local",
    read: (written = "admin@opsplane.local") => {
      if (!/^[^@\s]+@[^@\s]+$/.test(written)) throw new Error("must be an email address");
      return written.toLowerCase();
    },
  };
  const password: Setting<string | undefined> = {
    env: env.password,
    about: `Permanent password of ${who[0]?.toLowerCase()}${who.slice(1)}. If unset, a temporary one is generated and printed once`,
    fallback: "",
    secret: true,
    read: (written) => {
      if (written !== undefined && written.length < 8) throw new Error("must have at least 8 characters");
      return written;
    },
  };
  return { email, password };
}

/** The settings that both planes have. */
export const planeSettings = {
  masterKey,
  previousKeys,
  serviceSecret,
  trustProxy,
  logLevel: choice(
    { env: "LOG_LEVEL", about: "Log level" },
    ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    "info",
  ),
  role: choice(
    {
      env: "ROLE",
      about: "Role of this instance: api serves requests, worker runs background work and serves health, all does both",
    },
    ["all", "api", "worker"],
    "all",
  ),
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
  takeoverSeconds: whole(
    {
      env: "TAKEOVER_SECONDS",
      about:
        "An instance without a heartbeat for this long is taken for dead, and another one takes over its work; its schedules follow after three times as long",
    },
    10,
    { min: 1, max: 300 },
  ),
  stopSeconds: whole(
    {
      env: "STOP_SECONDS",
      about:
        "How long a stop waits for running steps and messages to end; what takes longer is left to the other instances. Give the supervisor of this process 30 seconds more",
    },
    30,
    { min: 0, max: 3_600 },
  ),
  silenceSeconds: whole(
    {
      env: "SILENCE_SECONDS",
      about:
        "A server that one piece of work kept busy for this long ends, so that its supervisor starts it again and other instances go on with the rest; 0 never",
    },
    30,
    { min: 0, max: 3_600 },
  ),
  queuePollMs: whole({ env: "QUEUE_POLL_MS", about: "How often an instance looks for queued work" }, 1_000, {
    min: 50,
    max: 60_000,
  }),
  outboundAllowPrivate: allowedPrivate(
    "OUTBOUND_ALLOW_PRIVATE",
    "Where requests may go to addresses that tenants choose, such as webhooks.",
    "0",
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
  connections: whole(
    {
      env: "DATABASE_CONNECTIONS",
      about:
        "Database connections of one instance for requests. Sign-in and background work have four for every ten of them, at least four",
    },
    10,
    {
      min: 2,
      max: 200,
    },
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
