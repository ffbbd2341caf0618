import type { Client, Operations } from "@opsplane/contract";
import { teams } from "../shop/shop.ts";

export type Api = Client<Operations>;

/** The people of the shop. All have the demo's password. */
export const people = [
  { email: "mara.lindqvist@shop.example", name: "Mara Lindqvist", role: "operator", team: "Web team" },
  { email: "luc.martin@shop.example", name: "Luc Martin", role: "operator", team: "Web team" },
  { email: "priya.nair@shop.example", name: "Priya Nair", role: "operator", team: "Product data team" },
  { email: "jonas.weber@shop.example", name: "Jonas Weber", role: "operator", team: "Orders team" },
  { email: "kenji.sato@shop.example", name: "Kenji Sato", role: "operator", team: "Orders team" },
  { email: "tomas.silva@shop.example", name: "Tomás Silva", role: "operator", team: "Platform team" },
  { email: "aisha.rahman@shop.example", name: "Aisha Rahman", role: "operator", team: "Platform team" },
  { email: "ingrid.holm@shop.example", name: "Ingrid Holm", role: "viewer", team: "Web team" },
] as const;

export type Email = (typeof people)[number]["email"];

export const approvers = "Change approvers";
const approverEmails: readonly string[] = ["aisha.rahman@shop.example", "priya.nair@shop.example"];

export interface People {
  /** Ids by email. */
  readonly users: ReadonlyMap<string, string>;
  /** Ids by name. */
  readonly groups: ReadonlyMap<string, string>;
}

/** Users and teams; those that exist are kept. */
export async function fillPeople(api: Api, password: string): Promise<People> {
  const users = new Map((await api.users.list({ query: { limit: 1000 } })).items.map(({ email, id }) => [email, id]));
  for (const { email, name, role } of people) {
    if (users.has(email)) continue;
    users.set(email, (await api.users.create({ body: { email, name, role, password } })).id);
  }
  const idsOf = (emails: readonly string[]) => emails.flatMap((email) => users.get(email) ?? []);
  const groups = new Map((await api.groups.list({ query: { limit: 1000 } })).items.map(({ name, id }) => [name, id]));
  const wanted = [
    ...teams.map((team) => ({
      name: team,
      description: `Owns and runs the services of the ${team.toLowerCase()}.`,
      member_ids: idsOf(people.filter((one) => one.team === team).map(({ email }) => email)),
    })),
    { name: approvers, description: "Approve changes of production.", member_ids: idsOf(approverEmails) },
  ];
  for (const body of wanted) {
    if (!groups.has(body.name)) groups.set(body.name, (await api.groups.create({ body })).id);
  }
  return { users, groups };
}
