import { type Form, inputProblems, type RequestStatus, requestMovesOf, type ServiceRequest } from "@opsplane/contract";
import { fail } from "@opsplane/runtime";

export interface RequestPatch {
  status?: RequestStatus;
  assigned_to?: string | null;
  fulfillment_notes?: string;
}

/** The request after a patch. Picking it up assigns the person, unless it has an assignee. */
export function patched(
  request: ServiceRequest,
  patch: RequestPatch,
  userId: string | null,
  now: Date,
): ServiceRequest {
  const { status, ...fields } = patch;
  const next = { ...request, ...fields };
  if (status === undefined) return next;
  if (!requestMovesOf(request).includes(status)) illegal(request, status);
  const assigned =
    status === "in_fulfillment" && patch.assigned_to === undefined ? (request.assigned_to ?? userId) : next.assigned_to;
  return { ...next, assigned_to: assigned, status, ...stamps(status, now.toISOString()) };
}

function stamps(to: RequestStatus, at: string): Partial<ServiceRequest> {
  switch (to) {
    case "approved":
      return { approved_at: at };
    case "in_fulfillment":
      return { started_at: at, closed_at: null };
    case "fulfilled":
    case "failed":
    case "cancelled":
    case "rejected":
      return { closed_at: at };
    default:
      return {};
  }
}

function illegal(request: ServiceRequest, to: RequestStatus): never {
  const legal = requestMovesOf(request);
  const next =
    legal.length === 0 ? `'${request.status}' is final` : `next is ${legal.map((each) => `'${each}'`).join(" or ")}`;
  const chain = to === "approved" || to === "rejected" ? " The approval chain decides this." : "";
  return fail("INVALID_TRANSITION", `A request cannot go from '${request.status}' to '${to}'; ${next}.${chain}`);
}

/** The request after its approval ended; undefined when it no longer waits for it. */
export function settled(
  request: ServiceRequest,
  outcome: "approved" | "rejected",
  now: Date,
): ServiceRequest | undefined {
  if (request.status !== "pending_approval") return undefined;
  return { ...request, status: outcome, ...stamps(outcome, now.toISOString()) };
}

export function assertInputs(form: Form, inputs: Record<string, unknown>): void {
  const problems = inputProblems(form, inputs);
  const [first] = problems;
  if (first) fail("VALIDATION_ERROR", `${first.path} ${first.message}.`, { details: problems });
}

export function targetOf(hours: number | null, now: Date): string | null {
  return hours === null ? null : new Date(now.getTime() + hours * 3_600_000).toISOString();
}
