import { own, requestStatuses } from "@opsplane/contract";
import { all, sql, unnamed } from "@opsplane/runtime";
import { Type } from "typebox";
import { cut, inputs, limit, maybeName, name, range, readRange, several, words } from "./inputs.ts";
import { pages } from "./links.ts";
import { userId } from "./resolve.ts";
import { tool } from "./tool.ts";

const shared = { access: "itsm:read", module: "itsm" } as const;

export const requestTools = {
  listRequests: tool({
    ...shared,
    name: "list_requests",
    description:
      "Counts and lists service requests by status, requester, assignee, lateness and the time at which they were made.",
    input: inputs({
      ...range,
      status: several(words(requestStatuses)),
      open: Type.Optional(Type.Boolean({ description: "true: not yet fulfilled, rejected, cancelled or failed" })),
      assignee: maybeName("Name, email or id of a person; me"),
      mine: Type.Optional(Type.Boolean({ description: "Made by the asker" })),
      late: Type.Optional(Type.Boolean({ description: "Past the target time" })),
      limit: limit(20),
    }),
    read: async ({ db, cite, principal, now }, input) => {
      const { status, open, assignee, mine, late, limit: most = 10 } = input;
      const { from, to } = readRange(input, now);
      const person = assignee === undefined ? undefined : await userId(db, principal, assignee);
      const isOpen = sql`request.status in ('submitted', 'pending_approval', 'approved', 'in_fulfillment')`;
      const where = all([
        status && sql`request.status = any (${status})`,
        open === true && isOpen,
        open === false && sql`not ${isOpen}`,
        person !== undefined && sql`request.assigned_to = ${person}`,
        mine === true && sql`request.requested_by = ${principal.label}`,
        late === true && sql`request.target_at < app_now() and ${isOpen}`,
        from && sql`request.created_at >= ${from}`,
        to && sql`request.created_at < ${to}`,
      ]);
      const groups = await db.rows<{ key: string; count: number }>(
        unnamed(sql`
          select request.status as key, count(*)::int as count from service_requests request where ${where} group by 1 order by 2 desc, 1`),
      );
      const rows = await db.rows<{
        reference: string;
        title: string;
        status: string;
        requested_by: string;
        created_at: string;
      }>(
        unnamed(sql`
          select request.reference, request.title, request.status, request.requested_by, request.created_at
          from service_requests request where ${where} order by request.created_at desc, request.id desc limit ${most}`),
      );
      return {
        count: groups.reduce((sum, { count }) => sum + count, 0),
        by_status: groups,
        requests: rows.map((row) => ({
          ...{ ...row, title: cut(row.title) },
          citation: cite("request", `${row.reference} ${row.title}`, pages.request(row.reference)),
        })),
        citation: cite("requests", "Requests", pages.requests({ status: status?.join(",") })),
      };
    },
  }),
  getRequest: tool({
    ...shared,
    name: "get_request",
    description: "One service request by reference such as REQ-00000007, with its status, approval and target time.",
    input: inputs({ reference: name("Reference or id") }),
    read: async ({ reads, cite }, { reference }) => {
      const request = await reads.requests.get({ params: { id: reference.toUpperCase() } });
      return {
        ...{ reference: request.reference, title: cut(request.title), category: request.category },
        ...{ status: request.status, approval: request.approval_status, requested_by: request.requested_by },
        assignee: request.assignee?.name ?? null,
        ...{ created_at: request.created_at, target_at: request.target_at, breached: request.breached },
        citation: cite("request", `${request.reference} ${request.title}`, pages.request(request.reference)),
      };
    },
  }),
  listApprovals: tool({
    access: "workflows:read",
    module: "itsm",
    name: "list_approvals",
    description: "Approvals that wait: those that the asker can decide, or all, with who can decide each.",
    input: inputs({ mine: Type.Optional(Type.Boolean()), limit: limit(20) }),
    read: async ({ reads, cite }, { mine = false, limit: most = 10 }) => {
      const { items, total } = await reads.instances.list({
        query: { status: ["pending"], limit: most, ...(mine ? { mine } : {}) },
      });
      cite("approvals", "Approvals", pages.approvals());
      return {
        count: total,
        approvals: items.map(
          ({ subject_reference, subject_title, subject_type, requested_by, eligible, created_at }) => ({
            ...{
              reference: subject_reference,
              title: cut(subject_title),
              type: subject_type,
              requested_by,
              since: created_at,
            },
            approvers: eligible.slice(0, 5).map(({ name: person }) => person),
            citation: cite(
              "approval",
              `${subject_reference} ${subject_title}`,
              subjectPage(subject_type, subject_reference),
            ),
          }),
        ),
      };
    },
  }),
};

const subjectPages: Readonly<Record<string, (reference: string) => string>> = {
  change: pages.change,
  request: pages.request,
  execution: pages.execution,
  workflow_run: pages.workflowRun,
};

function subjectPage(type: string, reference: string): string {
  return own(subjectPages, type)?.(reference) ?? pages.approvals();
}
