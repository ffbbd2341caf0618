import { isId, type RequestStatus } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";

/** A request that a runbook fulfills. */
export interface FulfilledRequest {
  reference: string;
  status: RequestStatus;
  requested_by: string;
  requester_id: string | null;
  execution_id: string | null;
  fulfillment_config: { runbook_id: string; parameters?: Record<string, unknown>; targets?: string[] };
  /** The inputs whose names are parameters of the runbook. */
  accepted: Record<string, unknown>;
}

interface Row extends Omit<FulfilledRequest, "accepted"> {
  inputs: Record<string, unknown>;
  parameters: { name: string }[] | null;
}

export async function fulfillmentOf(db: Db, requestId: string): Promise<FulfilledRequest | undefined> {
  const row = await db.first<Row>(sql`
    select request.reference, request.status, request.requested_by, request.requester_id, request.execution_id, request.fulfillment_config,
      request.inputs, version.content -> 'parameters' as parameters
    from service_requests request
    left join runbooks runbook
      on runbook.tenant_id = request.tenant_id and runbook.id::text = request.fulfillment_config ->> 'runbook_id'
    left join runbook_versions version
      on version.tenant_id = runbook.tenant_id and version.runbook_id = runbook.id and version.version = runbook.published_version
    where request.id = ${requestId} for update of request`);
  if (!row) return undefined;
  const { inputs, parameters, ...request } = row;
  const names = (parameters ?? []).map(({ name }) => name);
  const accepted = Object.fromEntries(Object.entries(inputs).filter(([name]) => names.includes(name)));
  const { runbook_id } = request.fulfillment_config;
  // An id that is none names no runbook, which the execution then says.
  const known = isId(runbook_id) ? runbook_id : "00000000-0000-7000-8000-000000000000";
  return { ...request, fulfillment_config: { ...request.fulfillment_config, runbook_id: known }, accepted };
}
