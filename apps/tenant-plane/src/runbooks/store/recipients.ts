import type { DirectoryUser, Recipient } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";

const maxPeople = 200;

/** The people that recipients name, each once; and the first recipient that names no one. */
export async function findRecipients(
  db: Db,
  recipients: readonly Recipient[],
): Promise<{ people: DirectoryUser[]; unknown: Recipient | undefined }> {
  if (recipients.length === 0) return { people: [], unknown: undefined };
  const written = recipients.map(({ type, value }, place) => ({ place, type, value: value.trim() }));
  const rows = await db.rows<DirectoryUser & { place: number }>(sql`
    select wanted.place, person.id, person.name, person.email
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as wanted(place integer, type text, value text)
    join users person on person.disabled_at is null and case wanted.type
      when 'user' then person.id::text = lower(wanted.value) or person.email = lower(wanted.value)
      when 'role' then person.role = wanted.value
      when 'group' then exists (
        select from group_members member join groups team on team.tenant_id = member.tenant_id and team.id = member.group_id
        where member.tenant_id = person.tenant_id and member.user_id = person.id
          and (team.id::text = lower(wanted.value) or team.name = wanted.value))
      else false end
    order by person.name, person.id limit ${maxPeople}`);
  const addresses = written
    .filter(({ type }) => type === "email")
    .map(({ value }) => ({ id: value.toLowerCase(), name: value, email: value.toLowerCase() }));
  const people = new Map([...rows, ...addresses].map(({ id, name, email }) => [email, { id, name, email }]));
  const unknown = recipients.find(({ type }, place) => type !== "email" && !rows.some((row) => row.place === place));
  return { people: [...people.values()], unknown };
}
