import { Type } from "typebox";
import { event } from "./event.ts";
import { severities } from "./incidents.ts";
import { nullable, oneOf } from "./schema.ts";

/** What alerting announces. Workflows can start with it. */
export const alertEvents = {
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
