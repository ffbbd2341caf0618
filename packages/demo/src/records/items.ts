import { ApiError, type RelationType } from "@opsplane/contract";
import { edges } from "../shop/call-graph.ts";
import { backends, businessService, environment, hosts, services } from "../shop/shop.ts";
import type { Api, People } from "./people.ts";

/** The ids of configuration items by name. */
export type Items = ReadonlyMap<string, string>;

const source = "demo";
const parallel = 6;

/** The shop as configuration items and relations. The name of a service is its `service.name` in telemetry. */
export async function fillItems(api: Api, { groups }: People): Promise<Items> {
  const ids = new Map<string, string>();
  await inParallel(itemsOf(), async ({ team, ...item }) => {
    const owner = { type: "group" as const, id: groups.get(team) ?? "" };
    const body = { ...item, source, external_id: item.name, environment, owner };
    ids.set(item.name, (await api.cmdb.upsert({ body })).id);
  });
  await inParallel(relationsOf(), async ([from, type, to]) => {
    const body = { source_id: ids.get(from) ?? "", target_id: ids.get(to) ?? "", type, origin: source };
    await api.cmdb.relate({ body }).catch((error: unknown) => {
      // The relation exists since an earlier run.
      if (!(error instanceof ApiError && error.code === "CONFLICT")) throw error;
    });
  });
  return ids;
}

function itemsOf() {
  return [
    {
      name: businessService.name,
      class: "business_service",
      description: businessService.about,
      criticality: "critical" as const,
      tags: ["shop"],
      attributes: { url: "https://shop.example" },
      team: "Web team",
    },
    ...services.map(({ name, about, address, port, version, language, criticality, team }) => ({
      name,
      class: "service",
      description: about,
      criticality,
      tags: ["shop", language],
      attributes: { ip_address: address, port, version, language },
      team,
    })),
    ...backends.map(({ name, about, class: ofClass, address, port, system, criticality, team }) => ({
      name,
      class: ofClass,
      description: about,
      criticality,
      tags: ["shop", ...(system === "" ? ["dns"] : [system])],
      attributes: { ip_address: address, port, ...(system === "" ? {} : { system }) },
      team,
    })),
    ...hosts.map(({ name, address, memoryBytes, diskBytes }) => ({
      name,
      class: "server",
      description: "A virtual machine of the shop.",
      criticality: "high" as const,
      tags: ["shop", "linux"],
      attributes: { ip_address: address, memory_gb: memoryBytes / 2 ** 30, disk_gb: diskBytes / 2 ** 30 },
      team: "Platform team",
    })),
  ];
}

function relationsOf(): (readonly [from: string, type: RelationType, to: string])[] {
  return [
    [businessService.name, "depends_on", businessService.entry] as const,
    ...edges.map(({ from, to }) => [from, "depends_on", to] as const),
    ...services.flatMap(({ name, hosts: own }) => own.map((host) => [name, "runs_on", host] as const)),
    ...backends.map(({ name, host }) => [name, "runs_on", host] as const),
  ];
}

async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = [...all];
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}
