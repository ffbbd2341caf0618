import type { AlertPolicyInput } from "@opsplane/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type AlertStage, openAlertStage, threshold } from "../../test/alert-stage.ts";
import { aSender, aWebhook } from "../../test/an-alert-sender.ts";
import { anExport } from "../../test/an-export.ts";
import type { Person } from "../../test/plane.ts";

// The labels of an alert find what is affected, in the CMDB and in telemetry.

const minute = 60_000;

describe.skipIf(inject("clickhouseProblem") !== "")("what an alert is about", () => {
  let stage: AlertStage;
  let boss: Person;
  beforeAll(async () => {
    stage = await openAlertStage();
  });
  afterAll(() => stage?.plane.close());

  const anItem = (name: string, itsClass = "service", fields: object = {}, as = boss) =>
    as.api.cmdb.create({ body: { name, class: itsClass, ...fields } });
  /** A policy over the metric `busy` that fires for each value of a label. */
  const policyOf = (label: string): AlertPolicyInput =>
    threshold({
      name: `Busy by ${label}`,
      condition: { ...threshold().condition, metric_name: "busy" },
      group_by: [label],
    });
  async function fireFor(label: string, value: string) {
    await boss.api.alertPolicies.create({ body: policyOf(label) });
    await stage.write([{ labels: { __name__: "busy", [label]: value }, samples: [[99, stage.now()]] }]);
    await stage.tick();
    const [incident] = await stage.incidents();
    return incident;
  }

  test.each([
    ["service_name", "checkout", "service"],
    ["service.name", "checkout", "service"],
    ["k8s.deployment.name", "checkout", "service"],
    ["k8s_statefulset_name", "orders-db", "database"],
    ["pod", "cart-0", "container"],
    ["node", "node-7", "server"],
    ["instance", "NODE-7:9100", "server"],
    ["namespace", "retail", "namespace"],
    ["job", "retail/checkout", "application"],
  ])("a policy by %s finds the item %s", async (label, value, itsClass) => {
    boss = await stage.newTenant();
    const name = value.replace("retail/", "").replace(":9100", "").toLowerCase();
    const item = await anItem(name, itsClass);
    await anItem(`${name}-2`, itsClass);
    const incident = await fireFor(label, value);
    expect(incident?.ci_ids).toEqual([item.id]);
    expect(await stage.entries(incident?.id ?? "")).toEqual([
      `Labels name the affected CIs: ${name} (${label}=${value}).`,
    ]);
  });

  test("an item is never one of another tenant, nor one whose name only contains the value", async () => {
    const stranger = await stage.newTenant();
    await anItem("checkout", "service", {}, stranger);
    boss = await stage.newTenant();
    await anItem("checkout-api");
    await anItem("pre checkout");
    const incident = await fireFor("service_name", "checkout");
    expect([incident?.ci_ids, await stage.entries(incident?.id ?? "")]).toEqual([[], []]);
    expect((await stranger.api.incidents.list({})).items).toEqual([]);
  });

  test("a name that different items have adds none of them, and the timeline says so", async () => {
    boss = await stage.newTenant();
    await anItem("checkout", "service", { environment: "production" });
    await anItem("checkout", "service", { environment: "staging" });
    const incident = await fireFor("service_name", "checkout");
    expect(incident?.ci_ids).toEqual([]);
    expect(await stage.entries(incident?.id ?? "")).toEqual([
      "service_name=checkout could be 2 different CIs, so none of them was added.",
    ]);
    const { causes, checked } = await boss.api.response.rca({ body: { incident_id: incident?.id ?? "" } });
    expect([causes, checked[0]]).toEqual([
      [],
      "CIs: the incident names none, and none has a word of its title as its name.",
    ]);
  });

  test("alerts of Alertmanager find services, pods and hosts by their own and by Kubernetes' labels", async () => {
    boss = await stage.newTenant();
    const [checkout, pod, node] = [
      await anItem("checkout"),
      await anItem("cart-0", "container"),
      await anItem("Node seven", "server", { attributes: { hostname: "node-7.eu" } }),
    ];
    const sender = await aSender(stage.plane, boss, "alertmanager");
    const long = "x".repeat(1000);
    await sender.send(
      aWebhook([{ labels: { alertname: "Slow", "service.name": "Checkout", exported_pod: "cart-0", pod: long } }], "1"),
    );
    await sender.send(aWebhook([{ labels: { alertname: "Down", host_name: "node-7.EU", job: "node-exporter" } }], "2"));
    const [slow, down] = await stage.incidents();
    expect(new Set(slow?.ci_ids)).toEqual(new Set([checkout.id, pod.id]));
    expect(down?.ci_ids).toEqual([node.id]);
    expect(await stage.entries(slow?.id ?? "")).toEqual([
      "Labels name the affected CIs: checkout (service.name=Checkout); cart-0 (exported_pod=cart-0).",
    ]);
  });

  test("without an item, the service that the label names is the affected one of the analysis", async () => {
    boss = await stage.newTenant();
    const now = stage.now();
    const calls = (service: string, failed: boolean) =>
      Array.from({ length: 85 }, (_, n) => {
        const id = `${service.length}${n}`.padStart(16, "0");
        const at = now - (85 - n) * minute;
        return {
          trace: id.repeat(2),
          id,
          service,
          name: "GET /",
          kind: "server",
          at,
          ms: 20,
          failed: failed && n > 75,
        } as const;
      });
    await boss.api.ingest.otlpTraces({ body: anExport([...calls("Checkout", true), ...calls("mail", false)]) });
    const sender = await aSender(stage.plane, boss, "alertmanager");
    await sender.send(
      aWebhook([{ labels: { alertname: "Errors", job: "shop/checkout" }, annotations: { summary: "Many errors" } }]),
    );
    const [incident] = await stage.incidents();
    expect(incident?.ci_ids).toEqual([]);
    const { causes, checked } = await boss.api.response.rca({ body: { incident_id: incident?.id ?? "" } });
    expect(checked).toContain("The alerts name Checkout, which telemetry has.");
    expect(causes[0]).toMatchObject({ kind: "service", service: "Checkout" });
    const [alert] = causes[0]?.evidence.filter(({ kind }) => kind === "alert") ?? [];
    expect(alert?.text).toBe('The alert "Errors" fired for job=shop/checkout: Many errors.');
    expect(alert?.link).toMatch(/^\/alerts\?alert=[0-9a-f-]{36}$/);
  });

  test("an item that is added to the CMDB later is found when the incident is analyzed again", async () => {
    boss = await stage.newTenant();
    const incident = await fireFor("service_name", "checkout");
    await anItem("checkout");
    const { checked } = await boss.api.response.rca({ body: { incident_id: incident?.id ?? "" } });
    expect(checked[0]).toBe("1 CI named by labels of its alerts and 0 CIs upstream, up to 3 hops.");
  });
});
