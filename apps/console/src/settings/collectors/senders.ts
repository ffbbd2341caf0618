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
      where: "In prometheus.yml, beside what it scrapes",
      text: `remote_write:
  - url: ${origin}${prometheus.path}
    authorization:
      credentials: ${token}`,
    },
    {
      name: "OpenTelemetry",
      module: "observability",
      where: "In the environment of a service with an OpenTelemetry SDK; logs, metrics and traces go the same way",
      text: `export OTEL_EXPORTER_OTLP_ENDPOINT=${origin}
export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer ${token}"
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
    },
    {
      name: "curl",
      module: "observability",
      where: "One record, an array of them, or lines of JSON: for scripts and for a first try",
      text: post(origin + logs.path, token, { level: "info", service: "checkout", message: "Hello from curl" }),
    },
    {
      name: "Flows",
      module: "netflow",
      where: "One flow or an array of them, as a NetFlow or IPFIX exporter's relay has them",
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
