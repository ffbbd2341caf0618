import type { Parameter } from "@opsplane/contract";
import { diagnosis, objectParameter, unitParameter } from "../library/parts.ts";

// Parameters that several recipes have. Each has a pattern or a range, so no value can begin with a dash.

export const service = unitParameter("service", "The systemd unit, such as nginx");
export const deployment = objectParameter("deployment", "The deployment");
export const namespace = objectParameter("namespace", "The namespace", { default: "default", required: false });
export const container: Parameter = {
  name: "container",
  type: "string",
  description: "Name of the container",
  required: true,
  pattern: "[A-Za-z0-9][A-Za-z0-9_.-]{0,127}",
};

export function hostParameter(name: string, description: string, more: Partial<Parameter> = {}): Parameter {
  return { name, type: "string", description, required: true, pattern: "[A-Za-z0-9][A-Za-z0-9.-]{0,252}", ...more };
}

export function pathParameter(name: string, description: string, more: Partial<Parameter> = {}): Parameter {
  return { name, type: "string", description, required: true, pattern: "/[A-Za-z0-9._/-]{0,300}", ...more };
}

export function wordParameter(name: string, description: string, more: Partial<Parameter> = {}): Parameter {
  return { name, type: "string", description, required: true, pattern: "[A-Za-z0-9_][A-Za-z0-9_.:-]{0,199}", ...more };
}

export function number(name: string, description: string, value: number, min: number, max: number): Parameter {
  return { name, type: "integer", description, default: value, min, max };
}

export const pid: Parameter = {
  name: "pid",
  type: "integer",
  description: "The process",
  required: true,
  min: 2,
  max: 4_194_304,
};

export const peer = hostParameter("peer", "The host at the other end");
export const peerPort = number("peer_port", "Its port", 443, 1, 65_535);

export const table: Parameter = {
  name: "table",
  type: "string",
  description: "The table",
  required: true,
  pattern: "[A-Za-z_][A-Za-z0-9_]{0,62}",
};

export const postgresLock = "postgresql:{{ parameters.db_host }}:{{ parameters.db_port }}";
export const mysqlLock = "mysql:{{ parameters.db_host }}:{{ parameters.db_port }}";

/** A connection of MySQL. */
export const thread: Parameter = {
  name: "thread_id",
  type: "integer",
  description: "The connection to end, from the list",
  required: true,
  min: 1,
  max: 9_007_199_254_740_991,
};

export const mysqlParameters: Parameter[] = [
  hostParameter("db_host", "Host of MySQL", { default: "127.0.0.1", required: false }),
  number("db_port", "Its port", 3306, 1, 65_535),
  {
    name: "db_user",
    type: "string",
    description: "A user with PROCESS and CONNECTION_ADMIN",
    default: "root",
    pattern: "[A-Za-z_][A-Za-z0-9_]{0,31}",
  },
  { name: "db_password", type: "secret", description: "Empty when an option file of the account has it" },
];

const mysqlAccess = "-h {{ parameters.db_host }} -P {{ parameters.db_port }} -u {{ parameters.db_user }}";

/** Runs SQL with the client of MySQL. The password is a variable of its environment, never an argument. */
export function mysql(sql: string): string {
  return `MYSQL_PWD={{ parameters.db_password }} mysql --batch --table ${mysqlAccess} <<'SQL'
${sql.trim()}
SQL
`;
}

export function mysqlTool(tool: string, rest: string): string {
  return `MYSQL_PWD={{ parameters.db_password }} ${tool} ${mysqlAccess} ${rest}`;
}

export const listProcesses = diagnosis(
  "List running queries",
  mysql(
    "select id, user, host, db, command, time, state, left(info, 120) as query from information_schema.processlist where command <> 'Sleep' order by time desc limit 20;",
  ),
);

export const redisParameters: Parameter[] = [
  hostParameter("redis_host", "Host of Redis", { default: "127.0.0.1", required: false }),
  number("redis_port", "Its port", 6379, 1, 65_535),
  { name: "redis_password", type: "secret", description: "Empty when it needs none" },
];

export function redis(command: string): string {
  return `REDISCLI_AUTH={{ parameters.redis_password }} redis-cli -h {{ parameters.redis_host }} -p {{ parameters.redis_port }} ${command}`;
}

export const kafkaParameters: Parameter[] = [
  {
    name: "bootstrap",
    type: "string",
    description: "A broker as host:port",
    default: "localhost:9092",
    pattern: "[A-Za-z0-9][A-Za-z0-9.:-]{0,252}",
  },
];

export const searchParameters: Parameter[] = [
  hostParameter("search_host", "Host of the cluster", { default: "localhost", required: false }),
  number("search_port", "Its port", 9200, 1, 65_535),
];

/** Reads from or writes to the HTTP interface of OpenSearch. */
export function search(path: string, options = ""): string {
  return `curl -sS --fail-with-body --max-time 30 ${options}"http://{{ parameters.search_host }}:{{ parameters.search_port }}${path}"`;
}

export function kubectl(rest: string): string {
  return `kubectl --namespace {{ parameters.namespace }} ${rest}`;
}

export const rolloutStatus = kubectl('rollout status "deployment/{{ parameters.deployment }}" --timeout=300s');
