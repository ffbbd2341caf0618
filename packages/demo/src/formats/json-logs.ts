import { environment } from "../shop/shop.ts";
import type { LogLine } from "../simulator/signals.ts";

/** Records for `POST /api/logs`, as log shippers of databases and hosts send them. */
export function jsonLogs(lines: readonly LogLine[]): object {
  return {
    logs: lines.map(({ source, at, level, message, attributes }) => ({
      timestamp: new Date(at).toISOString(),
      level,
      service: source.service,
      message,
      attributes,
      resource: { "host.name": source.host, "deployment.environment.name": environment },
    })),
  };
}
