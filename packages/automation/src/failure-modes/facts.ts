import type { Parameter } from "@opsplane/contract";
import { readParameters } from "../parameters.ts";

/** What is known about the failure, as text. Keys are labels of alerts, attributes of items, or names of telemetry. */
export type Facts = ReadonlyMap<string, string>;

/** Where the value of a parameter can come from, best first. */
const sources: Readonly<Record<string, readonly string[]>> = {
  mount: ["mountpoint", "mount", "path"],
  service: ["systemd.unit", "unit", "systemd_unit", "service.name", "service", "item.service"],
  web_server: ["unit"],
  service_name: ["service.name", "service", "item.service"],
  deployment: ["k8s.deployment.name", "deployment", "item.service"],
  namespace: ["k8s.namespace.name", "namespace", "exported_namespace"],
  pod: ["k8s.pod.name", "pod", "pod_name"],
  node: ["k8s.node.name", "node", "nodename"],
  container: ["container.name", "container", "container_name"],
  cron_job: ["k8s.cronjob.name", "cronjob"],
  job: ["systemd.unit", "unit"],
  claim: ["k8s.persistentvolumeclaim.name", "persistentvolumeclaim", "pvc"],
  service_object: ["k8s.service.name", "service.name", "service"],
  queue: ["rabbitmq.queue.name", "queue", "messaging.destination.name"],
  vhost: ["vhost"],
  topic: ["topic", "messaging.destination.name"],
  group: ["consumergroup", "consumer_group", "group"],
  consumer: ["consumer", "unit"],
  db_host: ["db_host", "server.address", "address", "text.host"],
  db_port: ["db_port", "server.port"],
  db_name: ["db.namespace", "postgresql.database.name", "datname", "database", "db_name"],
  table: ["table", "relname"],
  redis_host: ["redis_host", "server.address", "address", "text.host"],
  search_host: ["search_host", "server.address", "text.host"],
  index: ["index"],
  backend: ["haproxy.proxy_name", "backend", "proxy"],
  host: ["domain", "fqdn", "tlscheck.target", "text.domain"],
  certificate: ["certificate", "domain", "text.domain"],
  name: ["domain", "text.domain"],
  api_host: ["server.address", "text.domain"],
  peer: ["peer", "server.address", "text.domain"],
  peer_port: ["server.port"],
  interface: ["network.interface.name", "interface"],
  pid: ["process.pid", "pid"],
};

/** The parameters with defaults from what is known. A value that does not fit the parameter is left out. */
export function filled(parameters: readonly Parameter[], facts: Facts): Parameter[] {
  return parameters.map((parameter) => {
    if (parameter.type === "secret") return parameter;
    const value = (sources[parameter.name] ?? [])
      .flatMap((key) => facts.get(key) ?? [])
      .map((written) => accepted(parameter, written))
      .find((read) => read !== undefined);
    return value === undefined ? parameter : { ...parameter, default: value };
  });
}

function accepted(parameter: Parameter, written: string): string | number | undefined {
  // Only a pattern or a range says what a good value is.
  if (parameter.type === "string" && !parameter.pattern) return undefined;
  const read = readParameters([parameter], { [parameter.name]: written.trim() });
  const value = read.ok ? read.values[parameter.name] : undefined;
  return typeof value === "string" || typeof value === "number" ? (value === "" ? undefined : value) : undefined;
}

const domain = /(?<![\w.@/-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,5}[a-z]{2,24}(?![\w.-]*[\w/])/i;
const mountPoint = /(?:^|[\s"'`(])(\/(?:[a-z0-9._-]{1,60}\/?){0,8})(?=$|[\s"'`),;:.])/i;

/** What people call a thing before its name, and the facts that the name becomes. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  topic: ["topic"],
  group: ["consumergroup"],
  queue: ["queue"],
  vhost: ["vhost"],
  namespace: ["namespace"],
  deployment: ["deployment"],
  service: ["service"],
  unit: ["unit"],
  pod: ["pod"],
  node: ["node"],
  container: ["container"],
  database: ["database"],
  table: ["table"],
  index: ["index"],
  backend: ["backend"],
  interface: ["interface"],
  cronjob: ["cronjob"],
  claim: ["persistentvolumeclaim"],
};

const names =
  /(?<![\p{L}\p{N}_-])(topic|group|queue|vhost|namespace|deployment|service|unit|pod|node|container|database|table|index|backend|interface|cronjob|claim) (?:(?:named|called) )?(["'`]?)([a-z0-9](?:[a-z0-9._-]{0,118}[a-z0-9])?)(?![\p{L}\p{N}_/-])/giu;
const hostName =
  /(?<![\p{L}\p{N}_.-])(?:on|of|host|server) ([a-z][a-z0-9]{0,30}(?:-[a-z0-9]{1,30}){0,5})(?![\p{L}\p{N}_.-])/giu;

/** Words that follow `service` or `queue` and are no names. */
const verbs = new Set(
  "is are was were has have had does do did can cannot could will would and or but in on at of for from to by with without after before since because while as it its that which when where not no the a an all any some this these those one two down up full slow stuck offline unavailable unhealthy unreachable ready pending failed failing fails fail stops stopped stop starts started start restarts restarted restart returns returned return grows growing grew lags lagging behind keeps goes went answers answer times timed crashes crashed hangs hung blocks blocked".split(
    " ",
  ),
);
const nouns = new Set(
  "connection connections pool pools server servers cluster clusters consumer consumers group groups name names size depth length backlog memory queue queues pod pods node nodes log logs error errors entry entries lock locks rows scan scans level levels class type account accounts bus mesh discovery desk messages message lag".split(
    " ",
  ),
);
/** A name always follows these. */
const naming = new Set(["namespace", "deployment"]);

const isName = (kind: string, quote: string, name: string): boolean =>
  quote !== "" || !(verbs.has(name) || (nouns.has(name) && !naming.has(kind)));

/** Names that a text spells out. They become facts only, never commands. */
export function factsIn(text: string): [string, string][] {
  const host = domain.exec(text)?.[0];
  const mount = mountPoint.exec(text)?.[1];
  return [
    ...(host === undefined ? [] : [["text.domain", host] satisfies [string, string]]),
    ...(mount === undefined || /^\/(?:api|v\d|health)/.test(mount) ? [] : [["path", mount] satisfies [string, string]]),
    ...namedThings(text),
  ];
}

function namedThings(text: string): [string, string][] {
  const things = [...text.matchAll(names)].flatMap(
    ({ 0: all, 1: written = "", 2: quote = "", 3: name = "", index }) => {
      const kind = written.toLowerCase();
      const isClosed = text.startsWith(quote, index + all.length);
      const keys = isClosed && isName(kind, quote, name.toLowerCase()) ? (kinds[kind] ?? []) : [];
      return keys.map((key): [string, string] => [key, name]);
    },
  );
  const host = [...text.matchAll(hostName)].map(([, name = ""]) => name).find((name) => /\d/.test(name));
  // The first name of a kind is the one that is meant.
  return [...things.toReversed(), ...(host === undefined ? [] : [["text.host", host] satisfies [string, string]])];
}
