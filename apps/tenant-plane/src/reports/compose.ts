import type { DataSource } from "@opsplane/contract";
import {
  bucketSize,
  bucketsOf,
  csvOf,
  htmlOf,
  jsonOf,
  narrativeOf,
  type Period,
  periodBefore,
  type ReportContent,
  type Section,
} from "@opsplane/reports";
import { Failure } from "@opsplane/runtime";
import type { Definition } from "./rules.ts";
import { sources } from "./sources/index.ts";
import type { SourceScope } from "./sources/source.ts";

export type ComposeScope = Pick<SourceScope, "db" | "tenantId" | "reads" | "entitlements" | "now" | "signal">;

export interface Composed {
  definition: Definition;
  reportId: string;
  runId: string;
  organization: string;
  generatedBy: string;
  period: Period;
}

/** Asks every data source, one after the other: a report never takes more than one connection. */
export async function compose(scope: ComposeScope, wanted: Composed): Promise<ReportContent> {
  const { definition, period } = wanted;
  const { name, type, parameters, data_sources } = definition;
  const around = {
    ...scope,
    ...{ period, before: periodBefore(period), buckets: bucketsOf(period, bucketSize(period)), parameters },
  };
  const sections: Section[] = [];
  for (const source of data_sources) sections.push(fitted(type, await sectionOf(source, around)));
  return {
    ...{ id: wanted.reportId, name, type, runId: wanted.runId, organization: wanted.organization },
    ...{ generatedAt: scope.now, generatedBy: wanted.generatedBy, period, parameters, sections },
    narrative: { by: "builtin", paragraphs: narrativeOf({ type, period, sections }) },
  };
}

/** A data source that fails is named, because the person who reads the reason chose it. */
async function sectionOf(source: DataSource, scope: SourceScope): Promise<Section> {
  try {
    return await sources[source](scope);
  } catch (error) {
    if (scope.signal.aborted) throw error;
    if (error instanceof Failure) throw new Failure(error.code, `The data source ${source} failed: ${error.message}`);
    throw error;
  }
}

/** An executive summary has no rows of details; readers ask for those in another report. */
function fitted(type: Definition["type"], section: Section): Section {
  return type === "Executive Summary" ? { ...section, tables: [] } : section;
}

const renderers = { HTML: htmlOf, CSV: csvOf, JSON: jsonOf } as const;

const pieceBytes = 64 * 1024;

/** The document in pieces of a useful size. */
export async function* rendered(content: ReportContent, format: Definition["format"]): AsyncGenerator<Buffer> {
  let waiting: string[] = [];
  let length = 0;
  for await (const text of renderers[format](content)) {
    waiting.push(text);
    length += text.length;
    if (length < pieceBytes) continue;
    yield Buffer.from(waiting.join(""));
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(waiting.join(""));
}
