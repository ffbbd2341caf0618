import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { modules, restrictedStates } from "./plans.ts";
import { Email, Id, line, NewPassword, nullable, oneOf, Password, paging, Timestamp } from "./schema.ts";

export const Me = Type.Object({
  id: Id,
  email: Type.String(),
  name: Type.String(),
  role: Type.String(),
  tenant_id: Type.String(),
  permissions: Type.Array(Type.String()),
  must_change_password: Type.Boolean(),
});
export type Me = Static<typeof Me>;

const Tokens = Type.Object({
  token: Type.String({ description: "Access token, a JWT valid for 15 minutes" }),
  refresh_token: Type.String({
    description: "Opaque, valid for 30 days, replaced at each use. Empty when it is set as a cookie",
  }),
  expires_at: Timestamp,
  user: Me,
});
export type Tokens = Static<typeof Tokens>;

/** Bounded only by the body limit, because any invalid refresh token must be refused with 401. */
const AnyText = Type.String();

const Attempt = Type.String({
  minLength: 16,
  maxLength: 100,
  description: "A random value that the client keeps secret until the answer has arrived",
});

const cookieChoice = Type.Optional(
  Type.Boolean({
    default: false,
    description: "Set the refresh token as an HttpOnly cookie instead of returning it, as the console does",
  }),
);

export const Session = Type.Object({
  id: Id,
  address: Type.String(),
  user_agent: Type.String(),
  current: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Session = Static<typeof Session>;

/** What everyone must know about the license or the subscription. */
export const Banner = Type.Object({
  state: oneOf(restrictedStates),
  message: Type.String({ description: "What is blocked, why, and what to do" }),
  nobody_paged: Type.String({ description: "That alerts page nobody in this state" }),
  ends_at: nullable(Timestamp),
  days_remaining: nullable(Type.Integer({ description: "Days until the service is restricted further" })),
});
export type Banner = Static<typeof Banner>;

export const Profile = Type.Object({
  user: Me,
  tenant: Type.Object({
    id: Type.String(),
    name: Type.String(),
    plan_id: nullable(Type.String()),
    plan_name: Type.String(),
  }),
  modules: Type.Array(oneOf(modules)),
  limits: Type.Object(
    {
      users: nullable(Type.Number()),
      data_gb_per_month: nullable(Type.Number()),
      retention_days: nullable(Type.Number()),
      ai_credits_per_month: nullable(Type.Number()),
    },
    { description: "The limits of the plan; null is unlimited" },
  ),
  banner: nullable(Banner),
  version: Type.String({ description: "Version of the Tenant Plane" }),
});
export type Profile = Static<typeof Profile>;

export const auth = {
  token: operation({
    method: "POST",
    path: "/api/auth/token",
    summary: "Log in with email and password",
    description:
      "Without the header x-tenant-id, email and password determine the tenant. The header is required when they match several.",
    access: "public",
    effect: "write",
    reachable: "sign_in",
    envelope: "both",
    body: Type.Object({ email: Email, password: Password, cookie: cookieChoice }),
    reply: Tokens,
  }),
  refresh: operation({
    method: "POST",
    path: "/api/auth/refresh",
    summary: "Exchange a refresh token for new tokens",
    description:
      "Each refresh token works once. Using it again revokes every token of the same login. A client that sends `attempt` can repeat a call whose answer was lost. The same token with the same attempt works until a newer token is used.",
    access: "public",
    effect: "write",
    reachable: "sign_in",
    envelope: "both",
    body: Type.Object({ refresh_token: Type.Optional(AnyText), cookie: cookieChoice, attempt: Type.Optional(Attempt) }),
    reply: Tokens,
  }),
  logout: operation({
    method: "POST",
    path: "/api/auth/logout",
    summary: "End this session",
    access: "signed_in",
    effect: "write",
    reachable: "sign_in",
    revokes: "tokens",
    status: 204,
    envelope: "none",
    beforePasswordChange: true,
    reply: Type.Null(),
  }),
  password: operation({
    method: "POST",
    path: "/api/auth/password",
    summary: "Change your password",
    description: "Ends all your sessions, including this one. The response has the tokens of a new session.",
    access: "signed_in",
    effect: "write",
    revokes: "tokens",
    envelope: "both",
    beforePasswordChange: true,
    body: Type.Object({ current_password: Password, new_password: NewPassword, cookie: cookieChoice }),
    reply: Tokens,
  }),
  me: operation({
    method: "GET",
    path: "/api/auth/me",
    summary: "Get your profile, permissions and plan",
    access: "signed_in",
    effect: "read",
    reply: Profile,
  }),
  updateMe: operation({
    method: "PATCH",
    path: "/api/auth/me",
    summary: "Change your profile",
    access: "signed_in",
    effect: "write",
    revokes: "tokens",
    body: Type.Object({ name: line(200) }),
    reply: Me,
  }),
  sessions: operation({
    method: "GET",
    path: "/api/auth/sessions",
    summary: "List your sessions, newest first",
    access: "signed_in",
    effect: "read",
    envelope: "page",
    query: Type.Object(paging),
    reply: Session,
  }),
  endSession: operation({
    method: "DELETE",
    path: "/api/auth/sessions/:id",
    summary: "End one of your sessions",
    access: "signed_in",
    effect: "write",
    revokes: "tokens",
    status: 204,
    envelope: "none",
    params: Type.Object({ id: Id }),
    reply: Type.Null(),
  }),
};
