import type { operations } from "@opsplane/contract";
import type {
  Base,
  ClickHouse,
  PlaneFeature,
  PlaneFeatureOf,
  Principal,
  ServerContext,
  TenantSsh,
} from "@opsplane/runtime";
import type { ClickHouseMonitor } from "./clickhouse-monitor.ts";
import type { Config } from "./config.ts";

/** The dependencies of every feature. */
export interface Core extends Base {
  readonly config: Config;
  readonly clickhouse: ClickHouse;
  readonly clickhouseMonitor: ClickHouseMonitor;
  /** ClickHouse runs on the cores of this machine. */
  readonly sharesCores: boolean;
  /** Sessions on hosts that tenants choose. */
  readonly ssh: TenantSsh;
  readonly authenticate: ServerContext["authenticate"];
  /** What a tenant may use, for work without a principal. */
  readonly entitlementsOf: ServerContext["entitlementsOf"];
  /** The current principal of a token; undefined once it is revoked. */
  currentPrincipal(token: string): Promise<Principal | undefined>;
}

type Operations = typeof operations;

/** The parts of a feature. `app.ts` combines all features. */
export type Feature = PlaneFeature<Operations>;

/** A feature with the handlers of these groups of operations. */
export type FeatureOf<Group extends keyof Operations> = PlaneFeatureOf<Operations, Group>;
