-- Incidents that were acknowledged or resolved in a period.
create index incidents_by_acknowledgment on incidents (tenant_id, acknowledged_at) where acknowledged_at is not null;
create index incidents_by_resolution on incidents (tenant_id, resolved_at) where resolved_at is not null;
