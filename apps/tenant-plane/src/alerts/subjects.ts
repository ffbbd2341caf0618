import { builtInServices, own } from "@opsplane/contract";

// What the labels of an alert say that it is about, and which configuration items that is.

/** One label that names something. */
export interface Subject {
  label: string;
  value: string;
  family: string;
}

type Labels = Readonly<Record<string, string>>;

/** The spellings of the same label: OpenTelemetry's, those of Prometheus and those of Kubernetes' own metrics. */
const families: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ci: ["ci"],
    service: ["service", "app", "application", "peer.service", "app.kubernetes.io"],
    host: ["host", "hostname", "server.address"],
    node: ["node", "nodename"],
    instance: ["instance"],
    device: ["device"],
    pod: ["pod"],
    container: ["container"],
    deployment: ["deployment"],
    statefulset: ["statefulset"],
    daemonset: ["daemonset"],
    namespace: ["namespace"],
    cluster: ["cluster"],
    job: ["job"],
  }).flatMap(([family, spellings]) => spellings.map((spelling) => [spelling, family] as const)),
);

/** Where something runs, or who measured it. They count only when no other label finds an item. */
const surroundings = new Set(["namespace", "cluster", "job"]);

const maxLabelLength = 200;
/** No name of DNS is longer. */
const maxNameLength = 253;

/** `k8s.pod.name`, `k8s_pod_name`, `exported_pod` and `pod` are the same family. A label of none is its own. */
function familyOf(label: string): string {
  if (label.length > maxLabelLength) return label;
  const spelled = label
    .toLowerCase()
    .replaceAll("_", ".")
    .replace(/^(?:exported|k8s|kubernetes)\./, "")
    .replace(/\.name$/, "");
  return families.get(spelled) ?? label;
}

/** The labels that name something, of these families; by default of all that are known. */
export function subjectsOf(labels: Labels, ciLabels?: readonly string[]): Subject[] {
  const wanted = ciLabels ? new Set(ciLabels.map(familyOf)) : known;
  const subjects = Object.entries(labels).flatMap(([label, value]) => {
    const family = familyOf(label);
    const isName = value !== "" && value.length <= maxNameLength && !measuring.test(value);
    return isName && wanted.has(family) ? [{ label, value, family }] : [];
  });
  // Beside `exported_pod`, `pod` is the pod of the exporter.
  const exported = new Set(subjects.flatMap(({ label, family }) => (isExported(label) ? family : [])));
  return subjects.filter(({ label, family }) => !exported.has(family) || isExported(label));
}

function isExported(label: string): boolean {
  return label.startsWith("exported_");
}

const known = new Set(families.values());

/** What only measures is not what is measured. */
const measuring = /(?:-|_|^)exporter$|^kube-state-metrics$/i;

/** The names that a label may mean: the value, without the port of an instance, and the service of a job such as `shop/checkout`. */
function spellingsOf({ value, family }: Subject): string[] {
  const service = family === "job" ? value.slice(value.lastIndexOf("/") + 1) : value;
  return [...new Set([value, value.replace(/:\d{1,5}$/, ""), service])].filter((each) => each !== "");
}

/** As items are compared. */
export function namesOf(subject: Subject): string[] {
  return [...new Set(spellingsOf(subject).map((name) => name.toLowerCase()))];
}

/** What telemetry may have of the thing that an alert is about; `other` counts when it has nothing of `direct`. */
export function namesInTelemetry(labels: Labels): { direct: string[]; other: string[] } {
  const subjects = subjectsOf(labels).filter(({ family }) => family !== "namespace" && family !== "cluster");
  const ofJobs = (isJob: boolean) =>
    subjects.filter(({ family }) => (family === "job") === isJob).flatMap((subject) => spellingsOf(subject));
  return { direct: [...new Set(ofJobs(false))], other: [...new Set(ofJobs(true))] };
}

/** An item that has the name, hostname or address that a label says. */
export interface NamedItem {
  word: string;
  id: string;
  name: string;
  class: string;
  environment: string;
  by: "name" | "hostname" | "address";
}

/** What the labels of an alert find. */
export interface ItemsOfLabels {
  found: readonly { subject: Subject; items: readonly { id: string; name: string }[] }[];
  /** Labels that could mean several items, of which none is taken. */
  unclear: readonly { subject: Subject; count: number }[];
}

export const noItems: ItemsOfLabels = { found: [], unclear: [] };

/** The items that these labels name. What could be several different items is none of them. */
export function itemsOfLabels(
  labels: Labels,
  subjects: readonly Subject[],
  named: ReadonlyMap<string, readonly NamedItem[]>,
): ItemsOfLabels {
  const environment = environmentOf(labels);
  const answers = subjects.map((subject) => ({ subject, ...oneItem(subject, named, environment) }));
  const direct = answers.filter(({ subject }) => !surroundings.has(subject.family));
  const counted = direct.some(({ items }) => items.length > 0) ? direct : answers;
  return {
    found: counted.filter(({ items }) => items.length > 0),
    unclear: counted.filter(({ count }) => count > 0),
  };
}

export function idsOf({ found }: ItemsOfLabels): string[] {
  return [...new Set(found.flatMap(({ items }) => items.map(({ id }) => id)))];
}

const hostClasses = [
  "server",
  "virtual_machine",
  "workstation",
  "network_device",
  "firewall",
  "load_balancer",
  "storage",
];
/** The classes of items that a label of this family usually means. */
const usualClasses: Readonly<Record<string, readonly string[]>> = {
  service: builtInServices,
  job: builtInServices,
  deployment: builtInServices,
  statefulset: builtInServices,
  daemonset: builtInServices,
  host: hostClasses,
  node: hostClasses,
  instance: hostClasses,
  device: hostClasses,
  pod: ["pod", "container"],
  container: ["container"],
  cluster: ["kubernetes_cluster"],
  namespace: ["namespace"],
};

/** The item of a label, or how many different ones it could be. An item that was entered twice is one. */
function oneItem(
  subject: Subject,
  named: ReadonlyMap<string, readonly NamedItem[]>,
  environment: string | undefined,
): { items: readonly NamedItem[]; count: number } {
  const all = namesOf(subject).map((word) => named.get(word) ?? []);
  const first = all.find((items) => items.length > 0) ?? [];
  const classes = own(usualClasses, subject.family) ?? [];
  const signs: ((item: NamedItem) => boolean)[] = [
    (item) => classes.includes(item.class),
    (item) => item.environment.toLowerCase() === environment,
    (item) => item.by === "name",
    (item) => item.name === subject.value,
  ];
  const left = signs.reduce((items, sign) => (items.some(sign) ? items.filter(sign) : items), distinct(first));
  const kinds = new Set(
    left.map(({ name, class: its, environment: where }) => `${name}\n${its}\n${where}`.toLowerCase()),
  );
  return kinds.size === 1 ? { items: left, count: 0 } : { items: [], count: kinds.size };
}

/** An item may have the word as its name and as its hostname; the name counts. */
function distinct(items: readonly NamedItem[]): NamedItem[] {
  const byId = new Map<string, NamedItem>();
  for (const item of items) if (item.by === "name" || !byId.has(item.id)) byId.set(item.id, item);
  return [...byId.values()];
}

const environmentLabels = ["deployment.environment.name", "deployment.environment", "environment", "env"];

function environmentOf(labels: Labels): string | undefined {
  const spelled = new Map(Object.entries(labels).map(([label, value]) => [label.replaceAll("_", "."), value]));
  return environmentLabels.flatMap((label) => spelled.get(label)?.toLowerCase() ?? [])[0];
}
