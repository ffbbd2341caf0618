import { figureIntents } from "./figures.ts";
import type { Intent } from "./intent.ts";
import { platformIntents } from "./platform.ts";
import { recordsIntents } from "./records.ts";
import { responseIntents } from "./response.ts";
import { telemetryIntents } from "./telemetry.ts";

export type { Intent } from "./intent.ts";

/** Everything that can be asked. Of intents that fit a question equally, the first one answers. */
export const intents: readonly Intent[] = [
  ...responseIntents,
  ...recordsIntents,
  ...telemetryIntents,
  ...platformIntents,
  ...figureIntents,
];
