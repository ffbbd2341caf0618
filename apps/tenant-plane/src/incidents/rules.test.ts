import { type Incident, type IncidentStatus, incidentMoves, incidentStatuses } from "@opsplane/contract";
import { describe, expect, test } from "vitest";
import { change, move, timelineOf, wayToAcknowledged } from "./rules.ts";

const now = new Date("2026-11-15T03:00:00.000Z");

function anIncident(facts: Partial<Incident> = {}): Incident {
  return {
    id: "01890000-0000-7000-8000-000000000001",
    reference: "INC-00000001",
    title: "Checkout is slow",
    description: "",
    severity: "P2",
    status: "triggered",
    source: "prometheus",
    ci_ids: [],
    assigned_to: null,
    assignee: null,
    resolution_notes: null,
    resolved_by: null,
    created_by: "ann@example.com",
    acknowledged_at: null,
    resolved_at: null,
    closed_at: null,
    unanswered: null,
    version: 1,
    created_at: "2026-11-15T02:00:00.000Z",
    updated_at: "2026-11-15T02:00:00.000Z",
    ...facts,
  };
}

test("each move sets its timestamp", () => {
  const at = now.toISOString();
  expect(move(anIncident({ status: "open" }), "acknowledged", "bob", now)).toMatchObject({ acknowledged_at: at });
  expect(move(anIncident({ status: "investigating" }), "resolved", "bob", now)).toMatchObject({
    resolved_at: at,
    resolved_by: "bob",
  });
  expect(move(anIncident({ status: "resolved" }), "closed", "bob", now)).toMatchObject({ closed_at: at });
});

test("resolved_by is the person that the caller names", () => {
  const resolved = change(
    anIncident({ status: "investigating" }),
    { status: "resolved", resolved_by: "eve@example.com" },
    "bob",
    now,
  );
  expect(resolved.resolved_by).toBe("eve@example.com");
});

test("reopening clears the resolution time and keeps the notes", () => {
  const reopened = move(
    anIncident({ status: "resolved", resolved_at: "x", resolved_by: "bob", resolution_notes: "restarted" }),
    "reopened",
    "ann",
    now,
  );
  expect(reopened).toMatchObject({ resolved_at: null, resolved_by: null, resolution_notes: "restarted" });
});

test("a refusal names the legal moves", () => {
  expect(() => move(anIncident({ status: "open" }), "closed", "bob", now)).toThrow(
    "An incident cannot go from 'open' to 'closed'; next is 'acknowledged'.",
  );
  expect(() => move(anIncident({ status: "closed" }), "open", "bob", now)).toThrow("'closed' is final");
});

describe("the path to acknowledged", () => {
  test.each(incidentStatuses)("from %s has only legal moves", (from: IncidentStatus) => {
    let at = from;
    for (const to of wayToAcknowledged[from]) {
      expect(incidentMoves[at]).toContain(to);
      at = to;
    }
    if (wayToAcknowledged[from].length > 0) expect(at).toBe("acknowledged");
  });
});

test("a change of status, owner and text makes three timeline entries", () => {
  const assignee = { id: "u", name: "Ann", email: "ann@example.com" };
  const after = anIncident({ status: "open", assigned_to: "u", assignee, title: "Checkout is down", severity: "P1" });
  expect(timelineOf(anIncident(), after).map(({ kind, body }) => [kind, body])).toEqual([
    ["status", "Moved from triggered to open."],
    ["assigned", "Assigned to Ann."],
    ["edited", "Changed title, severity."],
  ]);
});
