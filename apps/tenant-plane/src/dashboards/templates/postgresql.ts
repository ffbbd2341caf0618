import { layoutOf, type Template, widget } from "./build.ts";

const match = ["service.name=$database"];
const by = ["service.name"];

/** Names of database servers in OpenTelemetry, and of the collector's PostgreSQL receiver. Each chart shows what is sent. */
export const postgresql: Template = {
  key: "postgresql",
  name: "PostgreSQL",
  description: "Connections, operations, errors and query times of databases, with the pools of their clients.",
  layout: layoutOf(
    [
      widget("time_series", "Connections", [0, 0, 12, 8], {
        queries: [
          { source: "metric", metric_name: "db.server.connections", match, agg: "sum", by },
          { source: "metric", name: "postgresql.backends", metric_name: "postgresql.backends", agg: "sum" },
        ],
      }),
      widget("time_series", "Operations per second", [12, 0, 12, 8], {
        queries: [
          { source: "metric", metric_name: "db.server.operations", match, agg: "rate", by },
          { source: "metric", name: "postgresql.commits", metric_name: "postgresql.commits", agg: "rate" },
        ],
        unit: "count/s",
      }),
      widget("time_series", "Mean query time", [0, 8, 12, 8], {
        queries: [{ source: "metric", metric_name: "db.server.query.mean_time", match, agg: "avg", by }],
        unit: "seconds",
      }),
      widget("time_series", "Errors per second", [12, 8, 12, 8], {
        queries: [
          { source: "metric", metric_name: "db.server.errors", match, agg: "rate", by },
          { source: "metric", name: "postgresql.rollbacks", metric_name: "postgresql.rollbacks", agg: "rate" },
          { source: "metric", name: "postgresql.deadlocks", metric_name: "postgresql.deadlocks", agg: "rate" },
        ],
        unit: "count/s",
      }),
      widget("time_series", "Client connections in use", [0, 16, 12, 8], {
        queries: [
          {
            ...{ source: "metric", metric_name: "db.client.connection.count", agg: "sum", by },
            match: ["db.client.connection.state=used"],
          },
        ],
      }),
      widget("time_series", "Requests that wait for a connection", [12, 16, 12, 8], {
        queries: [{ source: "metric", metric_name: "db.client.connection.pending_requests", agg: "sum", by }],
      }),
      widget("log_list", "Problems in the logs of databases", [0, 24, 24, 8], {
        ...{ service: ["$database"], level: ["warn", "error", "fatal"], limit: 50 },
      }),
    ],
    {
      variables: [
        {
          ...{ name: "database", label: "Database", type: "label_values", metric_name: "db.server.connections" },
          ...{ label_name: "service.name", multi: true, include_all: true, default: ["$all"] },
        },
      ],
    },
  ),
};
