import { expect, test } from "vitest";
import { itemsOfLabels, type NamedItem, namesInTelemetry, namesOf, subjectsOf } from "./subjects.ts";

const item = (id: string, fields: Partial<NamedItem> = {}): NamedItem => ({
  ...{ word: "shop", id, name: "shop", class: "service", environment: "production", by: "name" },
  ...fields,
});

const of = (labels: Record<string, string>, items: readonly NamedItem[], ciLabels?: readonly string[]) => {
  const byWord = new Map<string, NamedItem[]>();
  for (const each of items) byWord.set(each.word, [...(byWord.get(each.word) ?? []), each]);
  const { found, unclear } = itemsOfLabels(labels, subjectsOf(labels, ciLabels), byWord);
  return {
    found: found.map(({ subject, items: its }) => [subject.label, its.map(({ id }) => id)]),
    unclear: unclear.map(({ subject, count }) => [subject.label, count]),
  };
};

test.each([
  ["service.name", "service"],
  ["service_name", "service"],
  ["exported_service", "service"],
  ["app_kubernetes_io_name", "service"],
  ["k8s.pod.name", "pod"],
  ["k8s_pod_name", "pod"],
  ["kubernetes_pod_name", "pod"],
  ["pod", "pod"],
  ["k8s.deployment.name", "deployment"],
  ["k8s.statefulset.name", "statefulset"],
  ["k8s.node.name", "node"],
  ["k8s.namespace.name", "namespace"],
  ["host.name", "host"],
  ["hostname", "host"],
])("the label %s names a %s", (label, family) => {
  expect(subjectsOf({ [label]: "x" })).toEqual([{ label, value: "x", family }]);
});

test.each(["service.namespace", "deployment.environment", "severity", "hosts", "__proto__", "constructor", "code"])(
  "the label %s names nothing",
  (label) => {
    expect(subjectsOf(JSON.parse(`{ "${label}": "x" }`))).toEqual([]);
  },
);

test("labels that a policy names count as well, and only those", () => {
  const labels = { queue: "orders", host: "web-1" };
  expect(subjectsOf(labels, ["queue"]).map(({ label }) => label)).toEqual(["queue"]);
  expect(subjectsOf(labels, []).length).toBe(0);
});

test("the pod of an exporter is not the pod that it measures", () => {
  const labels = {
    pod: "kube-state-metrics-1",
    exported_pod: "cart-0",
    job: "kube-state-metrics",
    service: "node-exporter",
  };
  expect(subjectsOf(labels).map(({ value }) => value)).toEqual(["cart-0"]);
});

test("a value may have a port or, in a job, a namespace, and has a bound", () => {
  expect(namesOf({ label: "instance", family: "instance", value: "Web-1:9100" })).toEqual(["web-1:9100", "web-1"]);
  expect(namesOf({ label: "job", family: "job", value: "shop/Checkout" })).toEqual(["shop/checkout", "checkout"]);
  expect(subjectsOf({ host: "x".repeat(254), ["y".repeat(300)]: "x" })).toEqual([]);
});

test("of items with one name the class, the environment and the spelling decide", () => {
  const database = item("db", { class: "database" });
  const staging = item("staging", { environment: "staging" });
  expect(of({ service: "shop" }, [item("one"), database]).found).toEqual([["service", ["one"]]]);
  expect(of({ service: "shop", env: "staging" }, [item("one"), staging]).found).toEqual([["service", ["staging"]]]);
  expect(of({ ci: "shop" }, [item("one", { name: "Shop" }), item("two")]).found).toEqual([["ci", ["two"]]]);
});

test("an item that was entered twice is one; different items are none, and that is said", () => {
  expect(of({ service: "shop" }, [item("one"), item("two")]).found).toEqual([["service", ["one", "two"]]]);
  const different = [item("one"), item("two", { environment: "staging" })];
  expect(of({ service: "shop" }, different)).toEqual({ found: [], unclear: [["service", 2]] });
});

test("a name counts more than a hostname", () => {
  const byHostname = item("host", { by: "hostname", name: "old shop" });
  expect(of({ service: "shop" }, [byHostname, item("one")]).found).toEqual([["service", ["one"]]]);
});

test("a namespace and a job count only when nothing else finds an item", () => {
  const namespace = item("namespace", { word: "retail", name: "retail" });
  const labels = { service: "shop", namespace: "retail" };
  expect(of(labels, [item("one"), namespace]).found).toEqual([["service", ["one"]]]);
  expect(of(labels, [namespace]).found).toEqual([["namespace", ["namespace"]]]);
});

test("telemetry is asked for services and hosts, and for a job when it has neither", () => {
  expect(namesInTelemetry({ job: "shop/cart", instance: "web-1:80", namespace: "retail", severity: "P1" })).toEqual({
    direct: ["web-1:80", "web-1"],
    other: ["shop/cart", "cart"],
  });
});
