import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import {
  Email,
  IdParams,
  line,
  NewPassword,
  nullable,
  oneOf,
  paging,
  RoleName,
  recordFields,
  search,
  Timestamp,
} from "./schema.ts";

export const userStatuses = ["invited", "active", "disabled"] as const;
export type UserStatus = (typeof userStatuses)[number];

export const User = Type.Object({
  ...recordFields,
  email: Type.String(),
  name: Type.String(),
  role: Type.String({ description: "admin, operator, viewer or the name of a custom role" }),
  status: oneOf(userStatuses, { description: "invited until the temporary password has been changed" }),
  last_login_at: nullable(Timestamp),
  invitation: nullable(
    oneOf(["queued", "sent", "failed"], { description: "Delivery status of the email with the temporary password" }),
  ),
});
export type User = Static<typeof User>;

const Invited = Type.Object({
  ...User.properties,
  temporary_password: nullable(Type.String({ description: "Shown once, when no password was given" })),
});

export const users = {
  list: operation({
    method: "GET",
    path: "/api/admin/users",
    summary: "List users",
    access: "admin:users",
    effect: "read",
    envelope: "page",
    query: Type.Object({
      q: search,
      role: Type.Optional(RoleName),
      status: Type.Optional(oneOf(userStatuses)),
      ...paging,
    }),
    reply: User,
  }),
  create: operation({
    method: "POST",
    path: "/api/admin/users",
    summary: "Invite or create a user",
    description:
      "A given password is permanent. Without one, a temporary password is generated, returned once, and sent by email if SMTP is configured.",
    access: "admin:users",
    effect: "write",
    revokes: "tokens",
    status: 201,
    body: Type.Object({ email: Email, name: line(200), role: RoleName, password: Type.Optional(NewPassword) }),
    reply: Invited,
  }),
  get: operation({
    method: "GET",
    path: "/api/admin/users/:id",
    summary: "Get one user",
    access: "admin:users",
    effect: "read",
    params: IdParams,
    reply: User,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/admin/users/:id",
    summary: "Change a user's name or role, or disable or enable the user",
    description:
      "The sessions and keys of a disabled user stop working immediately. The last active admin can be neither disabled nor demoted.",
    access: "admin:users",
    effect: "write",
    revokes: "tokens",
    params: IdParams,
    body: Type.Partial(Type.Object({ name: line(200), role: RoleName, disabled: Type.Boolean() })),
    reply: User,
  }),
  reset: operation({
    method: "POST",
    path: "/api/admin/users/:id/reset",
    summary: "Give a user a new temporary password",
    description:
      "Ends all sessions of the user. The password is returned once, and sent by email if SMTP is configured.",
    access: "admin:users",
    effect: "write",
    revokes: "tokens",
    params: IdParams,
    reply: Invited,
  }),
};

export const userEvents = {
  invited: event({
    type: "user.invited",
    access: "admin:users",
    data: Type.Object({
      email: Type.String(),
      invitation_id: Type.Optional(Type.String({ description: "Set when the invitation is sent by email" })),
    }),
  }),
  updated: event({ type: "user.updated", access: "admin:users", data: Type.Object({ email: Type.String() }) }),
};
