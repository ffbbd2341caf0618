-- Finds configuration items by the hostname or address that a label of an alert has. No name of DNS is longer, and an index entry is short.
create index config_items_by_hostname on config_items (tenant_id, lower(left(attributes ->> 'hostname', 253))) where attributes ? 'hostname';
create index config_items_by_ip_address on config_items (tenant_id, lower(left(attributes ->> 'ip_address', 253))) where attributes ? 'ip_address';

-- Policies and integrations that have the default labels get those of Kubernetes too. The version that they have now gets them as well.
set local role opsplane_system;
update alert_policies
set content = jsonb_set(content, '{ci_labels}',
  '["ci","service","host","instance","node","device","pod","container","deployment","statefulset","daemonset","namespace","job"]')
where content -> 'ci_labels' = '["ci","service","host","hostname","instance","node","device","pod","container"]';
update alert_policy_versions version
set content = jsonb_set(version.content, '{ci_labels}', policy.content -> 'ci_labels')
from alert_policies policy
where policy.tenant_id = version.tenant_id and policy.id = version.policy_id and policy.version = version.version
  and version.content -> 'ci_labels' = '["ci","service","host","hostname","instance","node","device","pod","container"]';
update alert_integrations
set settings = jsonb_set(settings, '{ci_labels}',
  '["ci","service","host","instance","node","device","pod","container","deployment","statefulset","daemonset","namespace","job","source","component"]')
where settings -> 'ci_labels' = '["ci","service","host","hostname","instance","node","device","source","component","pod"]';
set local role none;
