import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { Id, paging, search } from "./schema.ts";

export const DirectoryUser = Type.Object({ id: Id, name: Type.String(), email: Type.String() });
export type DirectoryUser = Static<typeof DirectoryUser>;
export const DirectoryGroup = Type.Object({ id: Id, name: Type.String(), member_ids: Type.Array(Id) });

export const directory = {
  users: operation({
    method: "GET",
    path: "/api/directory/users",
    summary: "List active people, to assign and mention",
    access: "directory:read",
    effect: "read",
    envelope: "page",
    query: Type.Object({ q: search, ...paging }),
    reply: DirectoryUser,
  }),
  groups: operation({
    method: "GET",
    path: "/api/directory/groups",
    summary: "List groups",
    access: "directory:read",
    effect: "read",
    envelope: "page",
    query: Type.Object({ q: search, ...paging }),
    reply: DirectoryGroup,
  }),
};
