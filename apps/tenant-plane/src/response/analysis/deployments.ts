import type { SampledSpan } from "../../telemetry/index.ts";
import type { DeploymentFact } from "./facts.ts";
import { minuteMs } from "./windows.ts";

/** Spans of a service before this time after its first one do not show what its version was. */
const knownMs = 5 * minuteMs;
const maxDeployments = 50;
const maxPrevious = 3;

/** The versions that came up while the spans were recorded: a service had spans for a while, and then a first one of this version. */
export function deploymentsIn(spans: Iterable<Pick<SampledSpan, "service" | "version" | "start">>): DeploymentFact[] {
  const byService = new Map<string, Map<string, number>>();
  for (const { service, version, start } of spans) {
    if (version === "") continue;
    const versions = byService.get(service) ?? new Map<string, number>();
    versions.set(version, Math.min(start, versions.get(version) ?? start));
    byService.set(service, versions);
  }
  return [...byService]
    .flatMap(([service, versions]) => newVersions(service, versions))
    .sort((a, b) => b.started_at.localeCompare(a.started_at))
    .slice(0, maxDeployments);
}

function newVersions(service: string, versions: ReadonlyMap<string, number>): DeploymentFact[] {
  const inOrder = [...versions].sort(([, a], [, b]) => a - b);
  const begin = inOrder[0]?.[1] ?? 0;
  return inOrder.flatMap(([version, start], index): DeploymentFact[] => {
    if (start - begin < knownMs) return [];
    const previous = inOrder.slice(Math.max(0, index - maxPrevious), index).map(([earlier]) => earlier);
    const at = new Date(start).toISOString();
    return [
      {
        ...{ id: `${service} ${version}`, source: "deployment", service, title: version, risk: "medium" },
        ...{ started_at: at, ended_at: at, is_planned: false },
        note: `Before, it was ${previous.reverse().join(" and ")}.`,
      },
    ];
  });
}
