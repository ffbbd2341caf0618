export interface ServerSettings {
  port: number;
  maxConnections: number;
  durable: boolean;
}

/** Settings for a small machine: loopback only, few processes, little memory, durable unless `durable` is false. */
export function serverArguments({ port, maxConnections, durable }: ServerSettings): string[] {
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: maxConnections,
    shared_buffers: "64MB",
    work_mem: "4MB",
    maintenance_work_mem: "32MB",
    effective_cache_size: "512MB",
    max_wal_size: "512MB",
    max_wal_senders: 2,
    max_worker_processes: 4,
    max_parallel_workers_per_gather: 0,
    max_logical_replication_workers: 0,
    autovacuum_max_workers: 2,
    // Saves three idle worker processes.
    io_method: "sync",
    jit: "off",
    random_page_cost: 1.1,
    timezone: "UTC",
    log_timezone: "UTC",
    log_line_prefix: "",
    log_checkpoints: "off",
    fsync: durable ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    full_page_writes: durable ? "on" : "off",
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
