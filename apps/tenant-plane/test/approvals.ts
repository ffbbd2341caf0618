import type { ApprovalDefinition, ApprovalInstance } from "@opsplane/contract";
import type { Person, SharedPlane } from "./plane.ts";

/** A tenant with people for a chain of three: an admin (role), a member of the board (group), and anyone (optional). */
export interface Office {
  boss: Person;
  asker: Person;
  member: Person;
  /** A second member of the board. */
  deputy: Person;
  other: Person;
  viewer: Person;
  boardId: string;
  chain: ApprovalDefinition;
}

export async function anOffice(plane: SharedPlane): Promise<Office> {
  const boss = await plane.tenant();
  const [asker, member, deputy, other] = await Promise.all(
    Array.from({ length: 4 }, () => plane.person("operator", boss)),
  );
  if (!asker || !member || !deputy || !other) throw new Error("The people of the office could not be created.");
  const viewer = await plane.person("viewer", boss);
  const board = await boss.api.groups.create({
    body: { name: "Change board", member_ids: [member.tokens.user.id, deputy.tokens.user.id] },
  });
  const chain = await boss.api.definitions.create({
    body: {
      name: "Three steps",
      steps: [
        { order: 10, name: "Owner", approver_type: "role", approver_value: "admin" },
        { order: 20, name: "Board", approver: { type: "group", value: "Change board" } },
        { order: 30, approver: "any", required: false },
      ],
    },
  });
  return { boss, asker, member, deputy, other, viewer, boardId: board.id, chain };
}

export function decide(
  by: Person,
  instanceId: string | null,
  decision: "approved" | "rejected" | "skipped",
  more: { comment?: string; step?: number } = {},
): Promise<ApprovalInstance> {
  return by.api.instances.decide({ params: { id: instanceId ?? "" }, body: { decision, ...more } });
}
