export { openBursts } from "./detector/bursts.ts";
export {
  type Detector,
  type Judgement,
  openDetector,
  openViewSurprise,
  type ViewName,
  viewNames,
} from "./detector/detector.ts";
export { openSeasonSurprise, type SeasonSurprise } from "./detector/season-surprise.ts";
export { type Channel, channels, type Evidence } from "./engine/channel.ts";
export { type LogRow, logsFrom, type SpanRow, spansFrom } from "./engine/columns.ts";
export { evidenceOf } from "./engine/evidence.ts";
export type { Call, LogSets, Logs, RcaInput, Series, Signal, SpanSets, Spans, TimeRange } from "./engine/input.ts";
export { ownerOfAddress } from "./engine/mentions.ts";
export { beginningOf, onsetOf } from "./engine/onset.ts";
export {
  type Model,
  measured,
  modelFor,
  rank,
  type Suspect,
  scoreOf,
  strengths,
  suspects,
  traced,
  type Weights,
} from "./engine/rank.ts";
export { compareVersions, type VersionComparison } from "./engine/versions.ts";
export { type Constants as TemplateConstants, constants as templateConstants } from "./templates/constants.ts";
export { maxTextLength, normalizations } from "./templates/normalize.ts";
export {
  type FormCount,
  openTemplates,
  type Template,
  type Templates,
  type TemplatesPart,
  templateOf,
} from "./templates/templates.ts";
