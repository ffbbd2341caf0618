import { builtInRoles, type OperationSpec, planOf } from "@opsplane/contract";
import { afterAll, beforeAll, describe, test } from "vitest";
import { knowsControlPlane } from "../licenses.ts";
import { type Person, type Plane, startPlane } from "../plane.ts";
import { call, everyOperation, expectRefusal, when, workingCall } from "./every-operation.ts";

const gated = everyOperation.filter(({ spec }) => spec.access !== "public" && spec.access !== "service");

let plane: Plane;
let ours: Person;
let theirs: Person;
let viewer: Person;
/** An admin of a plan with few modules. */
let small: Person;
/** A person who still has a temporary password. */
let invited: Person;
/** A token that can only send telemetry. */
let collector: string;

beforeAll(async () => {
  plane = await startPlane(await knowsControlPlane(), { telemetry: true });
  [ours, theirs] = [await plane.tenant(), await plane.tenant()];
  viewer = await plane.person("viewer", ours);
  small = await plane.tenant("startup");
  const { email, temporary_password } = await ours.api.users.create({
    body: { email: "invited@example.com", name: "Invited", role: "admin" },
  });
  invited = await plane.login(email, temporary_password ?? "", ours.tokens.user.tenant_id);
  collector = (await ours.api.collectors.create({ body: { name: "sender" } })).token;
});
afterAll(() => plane.close());

const unknownParams = (spec: OperationSpec) =>
  spec.params && { params: { id: "01890000-0000-7000-8000-000000000000", name: "unknown-role" } };

describe.each(gated)("$id", (walked) => {
  const { spec } = walked;

  test("without a token is 401", async () => {
    expectRefusal(await call(plane, spec, { ...unknownParams(spec) }), 401, "UNAUTHORIZED");
    expectRefusal(
      await call(plane, spec, {
        ...unknownParams(spec),
        headers: { authorization: "Bearer nonsense", "x-tenant-id": plane.tenantId },
      }),
      401,
      "UNAUTHORIZED",
    );
  });

  test("with another tenant's header, or none, is 403", async () => {
    const { authorization = "" } = ours.headers;
    const other = { authorization, "x-tenant-id": theirs.tokens.user.tenant_id };
    expectRefusal(await call(plane, spec, { ...unknownParams(spec), headers: other }), 403, "FORBIDDEN");
    // Telemetry senders and MCP clients need no tenant header, because their token identifies the tenant.
    if (spec.intake || spec.tenantOfToken) return;
    expectRefusal(await call(plane, spec, { ...unknownParams(spec), headers: { authorization } }), 403, "FORBIDDEN");
  });

  when(spec.params !== undefined)("on another tenant's record is 404", async () => {
    const example = await walked.make({ plane, owner: theirs });
    expectRefusal(await call(plane, spec, { ...example, headers: ours.headers }), 404, "NOT_FOUND");
  });

  when(!spec.intake)("with a collector token is 403", async () => {
    const headers = { authorization: `Bearer ${collector}`, "x-tenant-id": ours.tokens.user.tenant_id };
    expectRefusal(await call(plane, spec, { ...unknownParams(spec), headers }), 403, "FORBIDDEN");
  });

  const viewerMay =
    spec.access === "signed_in" || (builtInRoles.viewer.permissions as readonly string[]).includes(spec.access);
  when(!viewerMay)("by a viewer is 403", async () => {
    expectRefusal(
      await call(plane, spec, { ...(await workingCall(walked, plane, ours)), headers: viewer.headers }),
      403,
      "FORBIDDEN",
    );
  });

  when(spec.module !== undefined && !(planOf("startup").modules as readonly string[]).includes(spec.module))(
    "without its module in the plan is 403 FEATURE_DISABLED",
    async () => {
      expectRefusal(
        await call(plane, spec, { ...unknownParams(spec), headers: small.headers }),
        403,
        "FEATURE_DISABLED",
      );
    },
  );

  when(!spec.beforePasswordChange)("with a temporary password is 403 PASSWORD_CHANGE_REQUIRED", async () => {
    expectRefusal(
      await call(plane, spec, { ...unknownParams(spec), headers: invited.headers }),
      403,
      "PASSWORD_CHANGE_REQUIRED",
    );
  });
});
