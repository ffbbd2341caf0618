import { expect, test } from "vitest";
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

/** What is wrong with the drafts of all descriptions, each with the text. */
function problemsOf(
  find: (draft: ReturnType<typeof drafted>, each: (typeof namedCases)[number]) => string[],
): string[] {
  return namedCases.flatMap((each) => find(drafted(each.text), each).map((problem) => `${each.text}: ${problem}`));
}

test("each named technology is served or refused by name", () => {
  const problems = problemsOf(({ choice: { unserved }, content }, { names }) => [
    ...(served.has(names) || unserved.includes(names) ? [] : [`${names} is not refused`]),
    ...unserved.flatMap((name) =>
      [content.name, content.notes, content.description].every((part) => part?.includes(name))
        ? []
        : [`the draft does not name ${name}`],
    ),
  ]);
  expect(problems).toEqual([]);
});

test("no draft has commands of another technology", () => {
  const problems = problemsOf(({ commands }, { names }) => [
    ...Object.entries(programs).flatMap(([technology, program]) =>
      technology === (family[names] ?? names) ? [] : commands.filter((command) => program.test(command)),
    ),
    ...(served.has(names) ? [] : commands),
    ...(hostless.has(names) ? commands.filter((command) => hostCommand.test(command)) : []),
  ]);
  expect(problems).toEqual([]);
});

test("a draft fills in what the description names", () => {
  const problems = problemsOf(({ content }, { text, values = [] }) => {
    const facts = factsIn(text);
    const known = facts.map(([, value]) => value);
    const wrong = content.parameters.filter(({ name, default: value }) => {
      const [, written] = facts.find(([key]) => (parameterOf[key] ?? key) === name) ?? [];
      return written !== undefined && value !== written;
    });
    return [...values.filter((value) => !known.includes(value)), ...wrong.map(({ name }) => `parameter ${name}`)];
  });
  expect(problems).toEqual([]);
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
