import { type Module, operations } from "@opsplane/contract";

export interface Sender {
  name: string;
  module: Module;
  /** The file or shell that the text is for. */
  where: string;
  text: string;
}

const { prometheus, logs, flows } = operations.ingest;

/** Ready-to-paste configuration for each sender, with the server's address and the token. */
export function sendersTo(origin: string, token: string): Sender[] {
  return [
    {
      name: "Prometheus",
      module: "observability",
      where: "Add to prometheus.yml",
      text: `remote_write:
  - url: ${origin}${prometheus.path}
    authorization:
      credentials: ${token}`,
    },
    {
      name: "OpenTelemetry",
      module: "observability",
      where: "Set these environment variables for any service that uses an OpenTelemetry SDK",
      text: `export OTEL_EXPORTER_OTLP_ENDPOINT=${origin}
export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer ${token}"
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
    },
    {
      name: "curl",
      module: "observability",
      where: "Send one JSON record, an array, or lines of JSON. Useful for testing",
      text: post(origin + logs.path, token, { level: "info", service: "checkout", message: "Hello from curl" }),
    },
    {
      name: "Flows",
      module: "netflow",
      where: "Send flow records from a NetFlow or IPFIX relay",
      text: post(origin + flows.path, token, {
        protocol: "tcp",
        src_ip: "10.0.0.7",
        dst_ip: "10.0.1.20",
        dst_port: 443,
        bytes: 5120,
        packets: 12,
      }),
    },
  ];
}

function post(url: string, token: string, record: object): string {
  return `curl ${url} \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(record)}'`;
}
