import type { Change, ChangeStatus } from "@opsplane/contract";
import { newVersion } from "../simulator/conditions.ts";
import type { Items } from "./items.ts";
import { type Api, approvers, type Email, type People } from "./people.ts";

interface PlannedChange {
  readonly title: string;
  readonly type: "standard" | "normal" | "emergency";
  readonly risk_level: "low" | "medium" | "high";
  readonly items: readonly string[];
  readonly by: Email;
  /** The window in hours from now. */
  readonly window: readonly [start: number, end: number];
  /** The status that it ends in. */
  readonly status: ChangeStatus;
  readonly description: string;
}

const [mara, priya, jonas, kenji, tomas] = [
  "mara.lindqvist@shop.example",
  "priya.nair@shop.example",
  "jonas.weber@shop.example",
  "kenji.sato@shop.example",
  "tomas.silva@shop.example",
] as const;

const planned: readonly PlannedChange[] = [
  row(
    "Patch the kernel of the application hosts",
    "standard",
    "low",
    ["shop-app-1", "shop-app-2"],
    tomas,
    [-72, -70],
    "completed",
  ),
  row("Renew the certificate of storefront", "standard", "low", ["storefront"], mara, [-60, -59.5], "completed"),
  row("Deploy catalog 7.1.3", "standard", "low", ["catalog"], priya, [-50, -49.7], "completed"),
  row("Deploy checkout 6.3.0", "standard", "medium", ["checkout"], jonas, [-46, -45.5], "completed"),
  row("Enlarge the disk of shop-db-2", "standard", "medium", ["shop-db-2"], tomas, [-30, -28], "completed"),
  row("Deploy search 2.6.0", "standard", "medium", ["search"], priya, [-27, -26.5], "failed"),
  row("Deploy search 2.6.1", "standard", "medium", ["search"], priya, [-24, -23.5], "completed"),
  row(
    "Rotate the credentials of orders-db",
    "standard",
    "low",
    ["orders-db", "checkout"],
    tomas,
    [-20, -19],
    "completed",
  ),
  row("Tune autovacuum of orders-db", "normal", "medium", ["orders-db"], tomas, [-0.4, 1.5], "implementing"),
  row("Deploy storefront 5.13.0", "normal", "medium", ["storefront"], mara, [18, 18.5], "scheduled"),
  row(
    "Move notifications to the new mail provider",
    "normal",
    "high",
    ["notifications"],
    kenji,
    [42, 44],
    "pending_approval",
  ),
  row("Upgrade orders-queue", "normal", "high", ["orders-queue", "shipping"], tomas, [66, 69], "draft"),
];

function row(
  title: string,
  type: PlannedChange["type"],
  risk_level: PlannedChange["risk_level"],
  items: readonly string[],
  by: Email,
  window: readonly [number, number],
  status: ChangeStatus,
): PlannedChange {
  const description = `${title}. The service stays available during the window.`;
  return { title, type, risk_level, items, by, window, status, description };
}

/** The change that rolls out the version of the fault bad-deploy. */
export const badDeploy: PlannedChange = {
  ...row(`Deploy payments ${newVersion}`, "standard", "medium", ["payments"], kenji, [0, 0.5], "implementing"),
  description: `payments ${newVersion} takes the country of a card from its billing address.`,
};

export interface ChangeContext {
  readonly api: Api;
  readonly as: (email: Email) => Promise<Api>;
  readonly people: People;
  readonly items: Items;
  readonly now: number;
}

export async function fillChanges(context: ChangeContext): Promise<void> {
  await fillApprovalChain(context.api);
  const existing = new Set(
    (await context.api.changes.list({ query: { limit: 1000 } })).items.map(({ title }) => title),
  );
  for (const change of planned) if (!existing.has(change.title)) await makeChange(context, change);
}

export const approvalChain = "Production change";

async function fillApprovalChain(api: Api): Promise<void> {
  const { items } = await api.definitions.list({ query: { limit: 1000 } });
  if (items.some(({ name }) => name === approvalChain)) return;
  await api.definitions.create({
    body: {
      name: approvalChain,
      description: "One of the change approvers agrees before production changes.",
      steps: [{ order: 10, name: "Approvers", approver_type: "group", approver_value: approvers }],
      default_for: ["normal"],
    },
  });
}

/** Moves that a person makes on the way to each status. The approval chain makes the others. */
const paths: Partial<Record<ChangeStatus, readonly ChangeStatus[]>> = {
  scheduled: ["scheduled"],
  implementing: ["scheduled", "implementing"],
  completed: ["scheduled", "implementing", "completed"],
  failed: ["scheduled", "implementing", "failed"],
};

export async function makeChange(context: ChangeContext, change: PlannedChange): Promise<Change> {
  const { items, people, now } = context;
  const { title, type, risk_level, description, by, window, status } = change;
  const own = await context.as(by);
  const [requested_start, requested_end] = window.map((hours) => new Date(now + hours * 3_600_000).toISOString());
  const needsApproval = type === "normal" && status !== "draft";
  const made = await own.changes.create({
    body: {
      title,
      type,
      risk_level,
      description,
      ...(requested_start && requested_end ? { requested_start, requested_end } : {}),
      implementation_plan:
        "1. Announce it\n2. Roll it out to one host\n3. Watch errors and latency\n4. Roll it out to the others",
      rollback_plan: "Deploy the previous version again.",
      test_plan: "Place a test order.",
      assigned_to: people.users.get(by) ?? null,
      ci_ids: change.items.flatMap((name) => items.get(name) ?? []),
      ...(needsApproval ? { status: "pending_approval" as const } : {}),
    },
  });
  const moves = paths[status] ?? [];
  if (needsApproval && moves.length > 0) await approve(context, made.workflow_instance_id);
  for (const to of moves) {
    const notes = to === "completed" ? { closure_notes: "Done as planned." } : {};
    await own.changes.update({ params: { id: made.id }, body: { status: to, ...notes } });
  }
  return made;
}

async function approve({ as }: ChangeContext, id: string | null): Promise<void> {
  if (id === null) return;
  const approver = await as("aisha.rahman@shop.example");
  await approver.instances.decide({ params: { id }, body: { decision: "approved", comment: "Go ahead." } });
}
