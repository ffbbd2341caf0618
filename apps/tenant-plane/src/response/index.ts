import type { Ai } from "../ai/index.ts";
import type { Core, FeatureOf } from "../core.ts";
import type { OpenReads } from "../telemetry/index.ts";
import { openAnalyzer } from "./analysis/analyze.ts";
import { responseHandlers } from "./handlers.ts";
import { responseJobs } from "./jobs.ts";

export { withoutCitations } from "./analysis/citations.ts";

/** Root-cause analysis and runbook suggestions for incidents. */
export function openResponse(core: Core, reads: OpenReads, ai: Ai): FeatureOf<"response"> {
  const analyzer = openAnalyzer(core, reads);
  return {
    handlers: { response: responseHandlers(analyzer, ai) },
    ...responseJobs(core, analyzer),
    close: analyzer.close,
  };
}
