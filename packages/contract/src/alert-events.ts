import { Type } from "typebox";
import { event } from "./event.ts";
import { severities } from "./incidents.ts";
import { nullable, oneOf } from "./schema.ts";

/** What alerting announces. Workflows can start with `fired`. */
export const alertEvents = {
  updated: event({
    type: "alert.updated",
    access: "alerts:read",
    module: "incidents",
    data: Type.Object({ name: Type.String(), status: oneOf(["pending", "firing", "resolved"]) }),
  }),
  fired: event({
    type: "alert.fired",
    access: "incidents:read",
    module: "incidents",
    data: Type.Object({
      name: Type.String(),
      severity: oneOf(severities),
      labels: Type.Record(Type.String(), Type.String()),
      incident_id: nullable(Type.String()),
    }),
  }),
};
