import { automationWriter, createLog, openDatabase, openDurableClient, reactTo, systemClock } from "@opsplane/runtime";
import { type IncidentInput, openIncident } from "../src/incidents/index.ts";
import { pageReactions } from "../src/oncall/pages/jobs.ts";

export interface AutomaticIncidents {
  /** Opens an incident as an alert does; returns its id. */
  open(tenantId: string, input?: Partial<IncidentInput>): Promise<string>;
  close(): Promise<void>;
}

/** Writes to the database of a plane, in another process or in this one. The plane does the work that follows. */
export async function automaticIncidents(databaseUrl: string): Promise<AutomaticIncidents> {
  const log = createLog("silent");
  const database = openDatabase({ url: databaseUrl, log, tenantConnections: 2, systemConnections: 2 });
  const durable = await openDurableClient(databaseUrl, log);
  const asAutomation = automationWriter(
    {
      now: systemClock.now,
      react: (tx, tenantId, event) => reactTo(pageReactions, tx, tenantId, event, durable),
      committed: () => undefined,
    },
    database.inTenant,
  );
  return {
    open: async (tenantId, input = {}) => {
      let id = "";
      await asAutomation(tenantId, "test.alert", async (write) => {
        id = (await openIncident(write, { title: "The shop is down", automatic: true, ...input })).id;
        return undefined;
      });
      return id;
    },
    close: async () => {
      await durable.close();
      await database.close();
    },
  };
}
