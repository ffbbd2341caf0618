import type { ControlOperations } from "@opsplane/contract/control-plane";
import type { Base, PlaneFeature, PlaneFeatureOf } from "@opsplane/runtime";
import type { Config } from "./config.ts";

/** The dependencies of every feature. */
export interface Core extends Base {
  readonly config: Config;
}

/** The parts of a feature. `app.ts` combines all features. */
export type Feature = PlaneFeature<ControlOperations>;

/** A feature with the handlers of these groups of operations. */
export type FeatureOf<Group extends keyof ControlOperations> = PlaneFeatureOf<ControlOperations, Group>;
