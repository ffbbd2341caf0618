import type { Change } from "@opsplane/contract";
import type { People, Person } from "@opsplane/tenant-plane/testing/people";
import type { Page } from "playwright-core";

// Shared by the tests of changes, requests and approvals.

export const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const status = (page: Page) => page.locator("article header");

export async function offered(page: Page): Promise<string[]> {
  const names = await status(page).getByRole("button").allTextContents();
  return names.filter((name) => name !== "");
}

/** The text of the navigation link to approvals, with the number that wait. */
export async function waiting(page: Page): Promise<string | null> {
  return page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Approvals/ })
    .textContent();
}

/** A tenant where an admin, then the board, then (optionally) anyone approves normal changes. */
export async function office(plane: People) {
  const boss = await plane.tenant();
  const asker = await plane.person("operator", boss);
  const member = await plane.person("operator", boss);
  const other = await plane.person("operator", boss);
  const board = await boss.api.groups.create({ body: { name: "Board", member_ids: [member.tokens.user.id] } });
  const chain = await boss.api.definitions.create({
    body: {
      name: "Three steps",
      default_for: ["normal"],
      steps: [
        { name: "Owner", approver_type: "role", approver_value: "admin" },
        { name: "Board", approver_type: "group", approver_value: board.id },
        { approver_type: "any", required: false },
      ],
    },
  });
  return { boss, asker, member, other, chain };
}

export function submitted(by: Person, title: string, more: Partial<Change> = {}) {
  const { ci_ids = [], requested_start = null, requested_end = null } = more;
  return by.api.changes.create({
    body: { title, ci_ids, requested_start, requested_end, status: "pending_approval" },
  });
}
