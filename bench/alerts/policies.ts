import type { Client, Operations } from "@opsplane/contract";
import type pg from "pg";
import { metricName, metrics } from "./fleet.ts";

/** One of each metric by the API, so that their content is what the product stores. */
export async function createTemplates(api: Client<Operations>): Promise<void> {
  for (let index = 0; index < metrics; index++)
    await api.alertPolicies.create({
      body: {
        name: `Template ${index}`,
        signal: "metrics",
        condition: {
          type: "threshold",
          metric_name: metricName(index),
          operator: ">",
          threshold: 90,
          window: "5m",
          agg: "max",
        },
        group_by: ["host"],
        interval: "30s",
      },
    });
}

/** The same as the rule of the peer. */
export function peerRules(count: number): string {
  const groups: string[] = [];
  const ruleAt = (index: number) =>
    `      - { alert: rule_${index}, expr: 'max by (host) (max_over_time(${metricName(index)}[5m])) > ${thresholdOf(index)}' }`;
  for (let first = 0; first < count; first += 100) {
    const rules = Array.from({ length: Math.min(100, count - first) }, (_, at) => ruleAt(first + at));
    groups.push(`  - name: group_${first}\n    interval: 30s\n    rules:\n${rules.join("\n")}`);
  }
  return `groups:\n${groups.join("\n")}\n`;
}

/** No policy fires: the cost of those that do is that of their incidents. */
const thresholdOf = (index: number) => 90 + (index % 1000);

/** Copies the templates until there are this many policies, each with a threshold of its own. */
export async function fillPolicies(database: pg.Client, count: number): Promise<void> {
  await database.query(
    `with made as (
      insert into alert_policies (tenant_id, id, name, description, signal, enabled, content, created_by, updated_by)
      select template.tenant_id, gen_random_uuid(), 'Policy ' || number, '', template.signal, true,
        jsonb_set(jsonb_set(template.content, '{name}', to_jsonb('Policy ' || number)), '{condition,threshold}', to_jsonb(90 + number % 1000)),
        template.created_by, template.updated_by
      from generate_series((select count(*) from alert_policies)::int, $1 - 1) number
      join alert_policies template on template.name = 'Template ' || (number % $2)
      returning tenant_id, id
    )
    insert into alert_evaluation_states (tenant_id, policy_id, next_at) select tenant_id, id, app_now() from made`,
    [count, metrics],
  );
}
