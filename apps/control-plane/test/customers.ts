import { freePort, type Sink, startSink } from "@opsplane/tenant-plane/testing/smtp-sink";
import { expect } from "vitest";
import { type ControlPerson, goodPassword, startControlPlane, type TestControlPlane } from "./control-plane.ts";

type CustomerBody = Parameters<TestControlPlane["staff"]["api"]["tenants"]["create"]>[0]["body"];
type DeploymentBody = Parameters<TestControlPlane["staff"]["api"]["deployments"]["create"]>[0]["body"];

export interface MailingPlane extends TestControlPlane {
  sink: Sink;
}

/** A Control Plane with a mail server. */
export async function startMailingPlane(
  env: Record<string, string> = {},
  other: Parameters<typeof startControlPlane>[1] = {},
): Promise<MailingPlane> {
  const port = await freePort();
  const sink = await startSink(port);
  const plane = await startControlPlane(
    { SMTP_URL: `smtp://127.0.0.1:${port}`, DEPLOYMENT_RETRY_MS: "10", ...env },
    other,
  );
  return {
    ...plane,
    sink,
    close: async () => {
      await plane.close();
      await sink.stop();
    },
  };
}

/** Their text, without the soft line breaks of the mail. */
export function lettersTo(sink: Sink, email: string): string[] {
  return sink.letters
    .map((letter) => letter.replaceAll("=\r\n", "").replaceAll("=3D", "="))
    .filter((letter) => new RegExp(`^To: .*${email}`, "im").test(letter));
}

export async function letterWith(sink: Sink, email: string, words: string): Promise<string> {
  const find = () => lettersTo(sink, email).find((letter) => letter.includes(words));
  await expect.poll(find).toBeDefined();
  return find() ?? "";
}

let counter = 0;

export const serviceSecret = "a service secret of tests".replaceAll(" ", "-");

export function aDeployment(plane: TestControlPlane, given: Partial<DeploymentBody> = {}) {
  const id = given.id ?? `tp-${++counter}`;
  const body = {
    id,
    name: id,
    mode: "shared_saas",
    region: "eu",
    url: "http://127.0.0.1:9",
    service_secret: serviceSecret,
  } as const;
  return plane.staff.api.deployments.create({ body: { ...body, ...given } });
}

/** Self-hosted unless something else is given, so nothing is provisioned. */
export async function aCustomer(plane: TestControlPlane, given: Partial<CustomerBody> = {}) {
  const id = given.id ?? `customer-${++counter}`;
  const body: CustomerBody = {
    id,
    name: `Customer ${id}`,
    contact_name: "Carla",
    contact_email: `carla@${id}.example.com`,
    mode: "byoc",
    plan_id: "midsize",
    billing_period: "monthly",
  };
  return plane.staff.api.tenants.create({ body: { ...body, ...given } });
}

/** Signs in with the temporary password of the invitation, and changes it. */
export async function portalAdmin(plane: MailingPlane, tenantId: string, email: string): Promise<ControlPerson> {
  const letter = await letterWith(plane.sink, email, "Temporary password");
  const [, temporary = ""] = /Temporary password\s+(\S+)/.exec(letter) ?? [];
  const first = await plane.login(email, temporary, tenantId);
  await first.api.auth.password({ body: { current_password: temporary, new_password: goodPassword } });
  return plane.login(email, goodPassword, tenantId);
}

export async function portalUser(plane: TestControlPlane, admin: ControlPerson, role: string): Promise<ControlPerson> {
  const { tenant_id } = admin.tokens.user;
  const email = `${role}-${++counter}@example.com`;
  await admin.api.users.create({ body: { email, name: role, role, password: goodPassword } });
  return plane.login(email, goodPassword, tenant_id);
}
