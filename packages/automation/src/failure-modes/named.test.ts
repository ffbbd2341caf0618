import { describe, expect, test } from "vitest";
import { compose } from "./compose.ts";
import { factsIn } from "./facts.ts";
import { choose } from "./match.ts";
import { namedCases } from "./named-cases.ts";
import { namesIn } from "./names.ts";

/** Programs by what they are for. What is not listed works on any Linux host. */
const programs: Readonly<Record<string, RegExp>> = {
  PostgreSQL: /\bpsql\b|\bpg_[a-z]+/,
  MySQL: /\bmysql(?:admin|dump)?\b/,
  Redis: /\bredis-cli\b/,
  RabbitMQ: /\brabbitmq\w*/,
  Kafka: /\bkafka-[a-z]+/,
  OpenSearch: /search_host/,
  nginx: /\bnginx -/,
  HAProxy: /haproxy/,
  Kubernetes: /\bkubectl\b/,
  Docker: /\bdocker (?!compose version)/,
  Java: /\bj(?:cmd|stack|map|stat)\b/,
};
const family: Readonly<Record<string, string>> = {
  MariaDB: "MySQL",
  Elasticsearch: "OpenSearch",
  OpenShift: "Kubernetes",
};
const served = new Set([...Object.keys(programs), ...Object.keys(family), "Linux"]);
const hostless = new Set(["Kubernetes", "OpenShift", "Docker"]);
const hostCommand = /\b(?:systemctl|journalctl|df|lsof)\b|(?<!docker )\bps\b/;

const drafted = (text: string) => {
  const choice = choose({ observations: [{ source: "E1", text, weight: 1 }], ciClasses: [], changeFirst: false });
  const content = compose(choice.mode, choice.recipe, choice.mode.name, new Map(factsIn(text)));
  const commands = [...content.steps, ...content.on_failure].flatMap(({ command }) => command ?? []);
  return { choice, content, commands };
};

describe.each(namedCases)("$text", ({ text, names, values = [] }) => {
  const { choice, content, commands } = drafted(text);
  const isServed = served.has(names);

  test("is served or refused by name", () => {
    if (!isServed) expect(choice.unserved).toContain(names);
    for (const name of choice.unserved)
      for (const part of [content.name, content.notes, content.description]) expect(part).toContain(name);
  });

  test("has no commands of another technology", () => {
    const own = family[names] ?? names;
    for (const [technology, program] of Object.entries(programs)) {
      if (technology === own) continue;
      for (const command of commands) expect(command, technology).not.toMatch(program);
    }
    if (!isServed) expect(commands).toEqual([]);
    if (hostless.has(names)) for (const command of commands) expect(command).not.toMatch(hostCommand);
  });

  test.runIf(values.length > 0)("fills in what it names", () => {
    const facts = factsIn(text);
    const known = facts.map(([, value]) => value);
    for (const value of values) expect(known).toContain(value);
    for (const { name, default: value } of content.parameters) {
      const [, written] = facts.find(([key]) => (parameterOf[key] ?? key) === name) ?? [];
      if (written !== undefined) expect(value).toBe(written);
    }
  });
});

/** Parameters that have another name than the fact. */
const parameterOf: Readonly<Record<string, string>> = { consumergroup: "group", database: "db_name", path: "mount" };

test("most that can be served is served", () => {
  const known = namedCases.filter(({ names }) => served.has(names));
  const refused = known.filter(({ text }) => drafted(text).choice.mode.key === "triage").map(({ text }) => text);
  expect(refused.length / known.length, refused.join("\n")).toBeLessThanOrEqual(0.1);
});

test("the usual spellings of a technology are known", () => {
  const spellings =
    "MySQL MariaDB InnoDB HAProxy OpenSearch StatefulSet OpenShift CrashLoopBackOff ConfigMap CentOS PostgreSQL RabbitMQ MongoDB ClickHouse DaemonSet ReplicaSet ImagePullBackOff OOMKilled PgBouncer ElastiCache K8s NGINX Nginx DynamoDB SQL-Server ESXi vSphere FortiGate BIG-IP";
  for (const spelling of spellings.split(" ")) expect(namesIn(`The ${spelling} fails`), spelling).not.toEqual([]);
});

test("a tool that is mentioned beside the failure is not what fails", () => {
  const { choice } = drafted("Too many connections to Postgres, as a panel of Grafana and a job of Jenkins show");
  expect([choice.recipe.technology, choice.unserved]).toEqual(["postgresql", []]);
  expect(drafted("Jenkins agents are offline").choice.unserved).toEqual(["Jenkins"]);
});

test("commands for a technology that no text names are called an assumption", () => {
  expect(drafted("The database has too many connections").choice.assumed).toBe(true);
  expect(drafted("Postgres has too many connections").choice.assumed).toBe(false);
});

test("a technology that is not meant does not refuse another one", () => {
  const { choice } = drafted("Postgres connections are exhausted, this is not Oracle");
  expect([choice.mode.key, choice.recipe.technology, choice.unserved]).toEqual([
    "connection-exhaustion",
    "postgresql",
    [],
  ]);
});
