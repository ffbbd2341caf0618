import { type AlertIntegration, type AlertMapping, type Severity, severities } from "@opsplane/contract";
import type { SourceChange } from "./queries.ts";

/** The settings as the form has them. Labels and severities are lines such as `site=eu` and `sev-1=P1`. */
export interface SourceDraft {
  name: string;
  mapping: AlertMapping;
  severities: string[];
  default_severity: Severity;
  labels: string[];
  ci_labels: string[];
  escalation_policy_id: string | null;
  auto_resolve: boolean;
}

const linesOf = (record: Readonly<Record<string, string>>) =>
  Object.entries(record).map(([name, value]) => `${name}=${value}`);

export function draftOf(source: AlertIntegration): SourceDraft {
  const { name, mapping, default_severity, ci_labels, escalation_policy_id, auto_resolve } = source;
  return {
    ...{ name, mapping, default_severity, ci_labels, escalation_policy_id, auto_resolve },
    severities: linesOf(source.severity_map),
    labels: linesOf(source.labels),
  };
}

/** The part before and after the last equals sign, because words of senders may have one. */
function pairOf(line: string): [string, string] | undefined {
  const at = line.lastIndexOf("=");
  return at < 1 ? undefined : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

const severityIn = (written: string | undefined) => severities.find((each) => each === written?.toUpperCase());

export interface DraftProblems {
  name?: string;
  severities?: string;
  labels?: string;
}

export function problemsOf({ name, severities: words, labels }: SourceDraft): DraftProblems {
  const badSeverity = words.find((line) => severityIn(pairOf(line)?.[1]) === undefined);
  const badLabel = labels.find((line) => pairOf(line) === undefined);
  return {
    ...(name.trim() ? {} : { name: "Enter a name." }),
    ...(badSeverity === undefined ? {} : { severities: `Write '${badSeverity}' like sev-1=P1.` }),
    ...(badLabel === undefined ? {} : { labels: `Write '${badLabel}' like site=eu.` }),
  };
}

/** The settings for the server. The draft has no problems. */
export function settingsOf(draft: SourceDraft): Omit<SourceChange, "name" | "enabled"> {
  const { mapping, default_severity, ci_labels, escalation_policy_id, auto_resolve } = draft;
  const words = draft.severities.flatMap((line) => {
    const [word = "", written] = pairOf(line) ?? [];
    const severity = severityIn(written);
    return severity ? [[word, severity] as const] : [];
  });
  return {
    ...{ mapping, default_severity, ci_labels, escalation_policy_id, auto_resolve },
    severity_map: Object.fromEntries(words),
    labels: Object.fromEntries(draft.labels.flatMap((line) => [pairOf(line) ?? []].filter((pair) => pair.length > 0))),
  };
}
