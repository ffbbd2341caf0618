import { type Change, changeMoves, changeMovesOf, changeStatuses, changeTypes } from "@opsplane/contract";
import { expect, test } from "vitest";
import { firstStatus, patched, settled } from "./rules.ts";

const now = new Date("2026-03-01T10:00:00.000Z");
const at = now.toISOString();

function aChange(fields: Partial<Change> = {}): Change {
  return {
    id: "c",
    version: 1,
    created_at: at,
    updated_at: at,
    reference: "CHG-00000001",
    title: "Replace the switch",
    description: "",
    type: "normal",
    risk_level: "medium",
    status: "draft",
    requested_start: null,
    requested_end: null,
    implementation_plan: "",
    rollback_plan: "",
    test_plan: "",
    requested_by: "ann@example.com",
    assigned_to: null,
    assignee: null,
    ci_ids: [],
    items: [],
    incident_ids: [],
    incidents: [],
    workflow_definition_id: null,
    workflow_instance_id: null,
    approval_status: null,
    review_status: null,
    review_notes: "",
    closure_notes: "",
    actual_start: null,
    actual_end: null,
    created_by: "ann@example.com",
    ...fields,
  };
}

const windowed = { requested_start: "2026-03-02T01:00:00.000Z", requested_end: "2026-03-02T03:00:00.000Z" };

test.each(changeTypes)("a %s change allows only the moves of its table", (type) => {
  for (const from of changeStatuses)
    for (const to of changeStatuses) {
      const move = () => patched(aChange({ type, status: from, ...windowed }), { status: to }, now);
      if (changeMoves[type][from].includes(to)) expect(move().status).toBe(to);
      else expect(move, `${from} → ${to}`).toThrow(`cannot go from '${from}' to '${to}'`);
    }
});

test("while a chain runs, only the chain approves and rejects", () => {
  const waiting = aChange({ status: "pending_approval", approval_status: "pending" });
  expect(changeMovesOf(waiting)).toEqual(["draft", "cancelled"]);
  expect(() => patched(waiting, { status: "approved" }, now)).toThrow("The approval chain decides this.");
});

test("a standard change is pre-approved, unless it is created as a draft", () => {
  expect([firstStatus("standard", undefined), firstStatus("standard", "pending_approval")]).toEqual([
    "approved",
    "approved",
  ]);
  expect([
    firstStatus("standard", "draft"),
    firstStatus("normal", undefined),
    firstStatus("emergency", undefined),
  ]).toEqual(["draft", "draft", "draft"]);
});

test("starting and ending set their timestamps", () => {
  expect(patched(aChange({ status: "scheduled" }), { status: "implementing" }, now)).toMatchObject({
    actual_start: at,
    review_status: null,
  });
  expect(patched(aChange({ status: "implementing" }), { status: "failed" }, now).actual_end).toBe(at);
});

test("an emergency change that starts without approval is reviewed once, after it ends", () => {
  const begun = patched(aChange({ type: "emergency" }), { status: "implementing" }, now);
  expect(begun.review_status).toBe("pending");
  expect(() => patched(begun, { review_status: "accepted" }, now)).toThrow("once it is completed or failed");
  const over = patched(begun, { status: "completed" }, now);
  const reviewed = patched(over, { review_status: "accepted", review_notes: "was right" }, now);
  expect(reviewed).toMatchObject({ review_status: "accepted", review_notes: "was right" });
  expect(() => patched(reviewed, { review_status: "rejected" }, now)).toThrow("has no review yet");
  const approvedFirst = patched(aChange({ type: "emergency", status: "approved" }), { status: "implementing" }, now);
  expect(approvedFirst.review_status).toBeNull();
});

test("a submitted plan cannot be edited, but a draft can", () => {
  const waiting = aChange({ status: "pending_approval", ...windowed });
  expect(() => patched(waiting, { title: "Replace two switches" }, now)).toThrow("Cannot edit title");
  expect(patched(waiting, { requested_start: "2026-03-02T02:00:00+01:00" }, now).status).toBe("pending_approval");
  expect(patched(waiting, { status: "draft", title: "Replace two switches" }, now)).toMatchObject({
    status: "draft",
    title: "Replace two switches",
  });
  expect(patched(waiting, { closure_notes: "later" }, now).closure_notes).toBe("later");
});

test("a window ends after it starts, and scheduling needs one", () => {
  const [start, end] = [windowed.requested_end, windowed.requested_start];
  expect(() => patched(aChange(), { requested_start: start, requested_end: end }, now)).toThrow("must be after");
  expect(() => patched(aChange(), { requested_start: start, requested_end: start }, now)).toThrow("must be after");
  expect(() => patched(aChange({ status: "approved" }), { status: "scheduled" }, now)).toThrow(
    "before the change can be scheduled",
  );
});

test("the end of an approval moves a waiting change, reviews a started one, and ignores others", () => {
  expect(settled(aChange({ status: "pending_approval" }), "rejected")?.status).toBe("rejected");
  const ahead = aChange({ type: "emergency", status: "completed", review_status: "pending" });
  expect(settled(ahead, "approved")).toMatchObject({ status: "completed", review_status: "accepted" });
  expect(settled(aChange({ status: "cancelled" }), "approved")).toBeUndefined();
});
