import { Type } from "typebox";
import { Email, line, NewPassword, oneOf, Slug, Timestamp, text } from "../schema.ts";
import { controlOperation } from "./operation.ts";
import { billingPeriods, signupPlans } from "./plans.ts";

export const signup = {
  create: controlOperation({
    method: "POST",
    path: "/api/signup",
    summary: "Sign up as a customer",
    description:
      "Sends an email with a link that is valid for 24 hours. The answer is the same for known and unknown addresses.",
    access: "public",
    effect: "write",
    status: 202,
    body: Type.Object({
      organization: line(200),
      tenant_id: Slug,
      plan_id: oneOf(signupPlans),
      billing_period: oneOf(billingPeriods),
      name: line(200),
      email: Email,
      region: Type.Optional(text(40, "Where the tenant runs; the default deployment if absent")),
    }),
    reply: Type.Object({ email: Type.String(), expires_at: Timestamp }),
  }),
  verify: controlOperation({
    method: "POST",
    path: "/api/signup/verify",
    summary: "Confirm the email address and create the account",
    description:
      "The password is for the portal. The tenant is created next; its address and a temporary password follow by email.",
    access: "public",
    effect: "write",
    status: 201,
    body: Type.Object({ token: text(100, "From the link in the email"), password: NewPassword }),
    reply: Type.Object({ tenant_id: Type.String(), email: Type.String() }),
  }),
};
