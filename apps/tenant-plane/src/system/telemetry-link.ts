import type { componentStates } from "@opsplane/contract";
import type { Log, Telemetry } from "@opsplane/runtime";

interface LinkState {
  status: (typeof componentStates)[number];
  message: string | null;
}

/** Watches ClickHouse beside everything else: migrates it when it comes up, and says how it is. Records never wait for it. */
export interface TelemetryLink {
  state(): LinkState;
  /** Runs what is pending if it answers now. */
  migrate(): Promise<string[]>;
  close(): void;
}

const lookMs = 2_000;

export interface EngineState {
  status: LinkState["status"];
  reason?: string;
}

export function watchTelemetry(
  telemetry: Telemetry | undefined,
  engine: () => EngineState | undefined,
  log: Log,
): TelemetryLink {
  let state: LinkState = { status: "starting", message: null };
  let migrated = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function migrate(): Promise<string[]> {
    if (!telemetry || (await telemetry.problem()) !== undefined) return [];
    const applied = await telemetry.migrate();
    migrated = true;
    return applied;
  }

  async function look(): Promise<LinkState> {
    const embedded = engine();
    if (embedded && embedded.status !== "up") return { status: embedded.status, message: embedded.reason ?? null };
    if (!telemetry) return { status: "unavailable", message: "No ClickHouse is configured." };
    const problem = await telemetry.problem();
    if (problem !== undefined) return { status: "down", message: problem };
    if (!migrated) await migrate();
    return { status: "up", message: null };
  }

  async function watch(): Promise<void> {
    const next = await look().catch(
      (error: unknown): LinkState => ({
        status: "down",
        message: error instanceof Error ? error.message : String(error),
      }),
    );
    if (next.status !== state.status) log.info({ status: next.status, message: next.message }, "clickhouse");
    state = next;
    if (!closed) timer = setTimeout(() => void watch(), state.status === "starting" ? lookMs / 4 : lookMs);
  }

  void watch();
  return {
    state: () => state,
    migrate,
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}
