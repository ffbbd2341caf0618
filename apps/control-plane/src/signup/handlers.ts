import { insertUser } from "@opsplane/accounts";
import { type controlOperations, staffTenant } from "@opsplane/contract/control-plane";
import { fail, type HandlersOf, hashToken, newId, newToken, writeAuditAndEvents } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { defaultDeployment } from "../deployments/index.ts";
import { assertNotReserved, createCustomer, isTaken, taken } from "../tenants/index.ts";
import { verificationJob } from "./jobs.ts";
import { signupLimiter } from "./limits.ts";
import * as store from "./store.ts";

const validMs = 24 * 3_600_000;

export function signupHandlers(core: Core): HandlersOf<typeof controlOperations.signup> {
  const { database, config, secrets, passwords, mailer, enqueue, asAutomation } = core;
  const limit = signupLimiter(database.system, config.signupsPerHour);
  return {
    create: async ({ body, request, origin, now }) => {
      if (!mailer) fail("UNAVAILABLE", "Signup is closed, because no mail server is configured.");
      await limit.address(request.ip, now);
      const { organization, tenant_id, plan_id, billing_period, name, region } = body;
      const email = body.email.trim().toLowerCase();
      assertNotReserved("tenant_id", tenant_id);
      if (await isTaken(database.system, tenant_id)) taken(tenant_id);
      const deployment =
        (await defaultDeployment(database.system, region)) ??
        fail("UNAVAILABLE", "Signup is closed, because no deployment takes new customers there.");
      await limit.email(email, now);
      const token = newToken("opv_");
      const expiresAt = new Date(now.getTime() + validMs);
      const signup = { id: newId(), tenant_id, organization, plan_id, billing_period, name, email };
      await database.inSystem(async (tx) => {
        await store.insertSignup(tx, {
          ...signup,
          ...{ deployment_id: deployment.id, tokenHash: hashToken(token), token: secrets.seal(token), expiresAt },
        });
        const target = { type: "signup", id: signup.id, name: organization };
        const trail = { tenantId: staffTenant, action: "signup.create", origin, events: [] };
        await writeAuditAndEvents(tx, { ...trail, audit: { target, after: signup } });
        await enqueue(tx, verificationJob(signup.id));
      });
      return { email, expires_at: expiresAt.toISOString() };
    },

    verify: async ({ body, request, origin, now }) => {
      await limit.address(request.ip, now);
      const signup = (await store.openSignup(database.system, hashToken(body.token))) ?? expired();
      const { tenant_id: tenantId, email, name, plan_id, billing_period } = signup;
      const passwordHash = await passwords.hash(body.password);
      const create = async (write: Parameters<typeof createCustomer>[0]) => {
        if (!(await store.useSignup(write.db, signup.id))) expired();
        const contact = { contactName: name, contactEmail: email };
        await createCustomer(
          write,
          {
            id: tenantId,
            name: signup.organization,
            ...contact,
            mode: "shared_saas",
            deploymentId: signup.deployment_id,
          },
          { plan_id, billing_period },
          { invite: false },
        );
        const access = { passwordHash, passwordExpiresAt: null, invitation: null };
        await insertUser(write.db, { id: newId(), tenantId, email, name, role: "admin", ...access });
        return undefined;
      };
      await asAutomation(tenantId, "signup.verify", create, { ...origin, actorType: "user", actor: email });
      return { tenant_id: tenantId, email };
    },
  };
}

function expired(): never {
  return fail("NOT_FOUND", "This link has expired or was used already; sign up again.");
}
