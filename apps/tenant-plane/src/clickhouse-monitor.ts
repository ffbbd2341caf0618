import type { componentStates } from "@opsplane/contract";
import type { ClickHouse, Log } from "@opsplane/runtime";

interface MonitorState {
  status: (typeof componentStates)[number];
  message: string | null;
}

/** Watches ClickHouse in the background: migrates it when it comes up and reports its state. Records never wait for it. */
export interface ClickHouseMonitor {
  state(): MonitorState;
  isUp(): boolean;
  /** Runs pending migrations if ClickHouse answers now. */
  migrate(): Promise<string[]>;
  close(): void;
}

const checkMs = 2_000;

export interface EngineState {
  status: MonitorState["status"];
  reason?: string;
}

export function monitorClickHouse(
  clickhouse: ClickHouse | undefined,
  engine: () => EngineState | undefined,
  log: Log,
): ClickHouseMonitor {
  let state: MonitorState = { status: "starting", message: null };
  let migrated = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function migrate(): Promise<string[]> {
    if (!clickhouse || (await clickhouse.problem()) !== undefined) return [];
    const applied = await clickhouse.migrate();
    migrated = true;
    return applied;
  }

  async function check(): Promise<MonitorState> {
    const embedded = engine();
    if (embedded && embedded.status !== "up") return { status: embedded.status, message: embedded.reason ?? null };
    if (!clickhouse) return { status: "unavailable", message: "No ClickHouse is configured." };
    const problem = await clickhouse.problem();
    if (problem !== undefined) return { status: "down", message: problem };
    if (!migrated) await migrate();
    return { status: "up", message: null };
  }

  async function watch(): Promise<void> {
    const next = await check().catch(
      (error: unknown): MonitorState => ({
        status: "down",
        message: error instanceof Error ? error.message : String(error),
      }),
    );
    if (next.status !== state.status) log.info({ status: next.status, message: next.message }, "clickhouse");
    state = next;
    if (!closed) timer = setTimeout(() => void watch(), state.status === "starting" ? checkMs / 4 : checkMs);
  }

  void watch();
  return {
    state: () => state,
    isUp: () => state.status === "up",
    migrate,
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}
