-- Finds configuration items by their addresses, for the names of network flows.

-- The attributes ip_address (a string) and ip_addresses (a list of strings), each after its tenant, so that one entry of the index
-- belongs to one tenant. Longer texts are no addresses, and an index entry is short.
create function ci_addresses(tenant_id text, attributes jsonb) returns text[]
language sql immutable as $$
  select array(
    select tenant_id || ' ' || lower(written.value #>> '{}')
    from (
      select attributes -> 'ip_address' as value
      union all
      select listed.value
      from jsonb_array_elements(
        case jsonb_typeof(attributes -> 'ip_addresses') when 'array' then attributes -> 'ip_addresses' else '[]'::jsonb end
      ) as listed (value)
    ) as written
    where jsonb_typeof(written.value) = 'string' and length(written.value #>> '{}') <= 50
  )
$$;

create index config_items_by_address on config_items using gin (ci_addresses(tenant_id, attributes))
  where attributes ?| array['ip_address', 'ip_addresses'];
