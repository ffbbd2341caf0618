import type { ForeignKeys } from "@opsplane/runtime";

/** How errors name the records that a request refers to. */
export const foreignKeys: ForeignKeys = {
  assigned_to: { noun: "user", fields: ["assigned_to"] },
  user_id: { noun: "user", fields: ["member_ids", "user_id"] },
  owner_user_id: { noun: "user", fields: ["owner"] },
  group_id: { noun: "group", fields: ["group_id", "group_ids"] },
  owner_group_id: { noun: "group", fields: ["owner"] },
  ci_id: { noun: "configuration item", fields: ["ci_ids", "ci_id"] },
  source_id: { noun: "configuration item", fields: ["source_id"] },
  target_id: { noun: "configuration item", fields: ["target_id"] },
  incident_id: { noun: "incident", fields: ["incident_ids", "incident_id"] },
  change_id: { noun: "change", fields: ["change_id"] },
  catalog_item_id: { noun: "catalog item", fields: ["catalog_item_id"] },
  definition_id: { noun: "approval definition", fields: ["workflow_definition_id"] },
  secret_id: { noun: "secret", fields: ["secret_id", "authorization_secret_id"] },
  passphrase_secret_id: { noun: "secret", fields: ["passphrase_secret_id"] },
  bastion_id: { noun: "host", fields: ["bastion_id"] },
  host_id: { noun: "host", fields: ["host_id"] },
  schedule_id: { noun: "schedule", fields: ["schedule_id"] },
  channel_id: { noun: "channel", fields: ["channel_id"] },
  escalation_policy_id: { noun: "escalation policy", fields: ["escalation_policy_id"] },
  slo_id: { noun: "SLO", fields: ["condition"] },
  workflow_instance_id: { noun: "approval", fields: [] },
};
