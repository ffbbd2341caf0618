import type { VersionComparison } from "@opsplane/rca";
import type { SampledSpan } from "../../telemetry/index.ts";
import type { DeploymentFact } from "./facts.ts";
import { percent } from "./phrases.ts";
import { minuteMs } from "./windows.ts";

/** Spans of a service before this time after its first one do not show what its version was. */
const knownMs = 5 * minuteMs;
const maxDeployments = 50;
const maxPrevious = 3;

/** The versions that came up while the spans were recorded: a service had spans for a while, and then a first one of this version. */
export function deploymentsIn(
  spans: Iterable<Pick<SampledSpan, "service" | "version" | "start">>,
  compared: readonly VersionComparison[] = [],
): DeploymentFact[] {
  const byService = new Map<string, Map<string, number>>();
  for (const { service, version, start } of spans) {
    if (version === "") continue;
    const versions = byService.get(service) ?? new Map<string, number>();
    versions.set(version, Math.min(start, versions.get(version) ?? start));
    byService.set(service, versions);
  }
  return [...byService]
    .flatMap(([service, versions]) =>
      newVersions(
        service,
        versions,
        compared.filter((each) => each.service === service),
      ),
    )
    .sort((a, b) => b.started_at.localeCompare(a.started_at))
    .slice(0, maxDeployments);
}

function newVersions(
  service: string,
  versions: ReadonlyMap<string, number>,
  compared: readonly VersionComparison[],
): DeploymentFact[] {
  const inOrder = [...versions].sort(([, a], [, b]) => a - b);
  const begin = inOrder[0]?.[1] ?? 0;
  return inOrder.flatMap(([version, start], index): DeploymentFact[] => {
    if (start - begin < knownMs) return [];
    const previous = inOrder.slice(Math.max(0, index - maxPrevious), index).map(([earlier]) => earlier);
    const at = new Date(start).toISOString();
    const beside = compared.find((each) => each.version === version && previous.includes(each.other));
    return [
      {
        ...{ id: `${service} ${version}`, source: "deployment", service, title: version, risk: "medium" },
        ...{ started_at: at, ended_at: at, is_planned: false },
        note: `Before, it was ${previous.toReversed().join(" and ")}.${beside ? ` ${besideText(beside)}` : ""}`,
        verdict: beside?.verdict ?? "unclear",
      },
    ];
  });
}

/** "At the same time 21 % of its requests failed or were slow, and 0 % of those of 1.4.0." */
export function besideText({ other, bad, otherBad }: VersionComparison): string {
  return `At the same time ${percent(bad)} of its requests failed or were slow, and ${percent(otherBad)} of those of ${other}.`;
}
