import { builtInRoles, planOf } from "@opsplane/contract";
import { afterAll, beforeAll, test } from "vitest";
import { knowsControlPlane } from "../licenses.ts";
import { type Person, type Plane, startPlane } from "../plane.ts";
import { assertRefusal, call, everyOperation, unknownParams, walk, workingCall } from "./walk.ts";

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

test("without a token is 401", (context) =>
  walk(context, gated, async ({ spec }) => {
    assertRefusal(await call(plane, spec, unknownParams(spec)), 401, "UNAUTHORIZED");
  }));

test("with a token that nobody issued is 401", (context) =>
  walk(context, gated, async ({ spec }) => {
    const headers = { authorization: "Bearer nonsense", "x-tenant-id": plane.tenantId };
    assertRefusal(await call(plane, spec, { ...unknownParams(spec), headers }), 401, "UNAUTHORIZED");
  }));

test("with another tenant's header is 403", (context) =>
  walk(context, gated, async ({ spec }) => {
    const headers = { ...ours.headers, "x-tenant-id": theirs.tokens.user.tenant_id };
    assertRefusal(await call(plane, spec, { ...unknownParams(spec), headers }), 403, "FORBIDDEN");
  }));

// Telemetry senders and MCP clients need no tenant header, because their token identifies the tenant.
const needsTenantHeader = gated.filter(({ spec }) => !spec.intake && !spec.tenantOfToken);
test("without a tenant header is 403", (context) =>
  walk(context, needsTenantHeader, async ({ spec }) => {
    const { authorization = "" } = ours.headers;
    assertRefusal(await call(plane, spec, { ...unknownParams(spec), headers: { authorization } }), 403, "FORBIDDEN");
  }));

const ofRecords = gated.filter(({ spec }) => spec.params !== undefined);
test("on another tenant's record is 404", (context) =>
  walk(context, ofRecords, async (walked) => {
    const example = await walked.make({ plane, owner: theirs });
    assertRefusal(await call(plane, walked.spec, { ...example, headers: ours.headers }), 404, "NOT_FOUND");
  }));

const forPeople = gated.filter(({ spec }) => !spec.intake);
test("with a collector token is 403", (context) =>
  walk(context, forPeople, async ({ spec }) => {
    const headers = { authorization: `Bearer ${collector}`, "x-tenant-id": ours.tokens.user.tenant_id };
    assertRefusal(await call(plane, spec, { ...unknownParams(spec), headers }), 403, "FORBIDDEN");
  }));

const viewerMay: readonly string[] = ["signed_in", ...builtInRoles.viewer.permissions];
const notForViewers = gated.filter(({ spec }) => !viewerMay.includes(spec.access));
test("by a viewer is 403", (context) =>
  walk(context, notForViewers, async (walked) => {
    const example = await workingCall(walked, plane, ours);
    assertRefusal(await call(plane, walked.spec, { ...example, headers: viewer.headers }), 403, "FORBIDDEN");
  }));

const startupHas: readonly string[] = planOf("startup").modules;
const beyondStartup = gated.filter(({ spec }) => spec.module !== undefined && !startupHas.includes(spec.module));
test("without its module in the plan is 403 FEATURE_DISABLED", (context) =>
  walk(context, beyondStartup, async ({ spec }) => {
    const answer = await call(plane, spec, { ...unknownParams(spec), headers: small.headers });
    assertRefusal(answer, 403, "FEATURE_DISABLED");
  }));

const afterPasswordChange = gated.filter(({ spec }) => !spec.beforePasswordChange);
test("with a temporary password is 403 PASSWORD_CHANGE_REQUIRED", (context) =>
  walk(context, afterPasswordChange, async ({ spec }) => {
    const answer = await call(plane, spec, { ...unknownParams(spec), headers: invited.headers });
    assertRefusal(answer, 403, "PASSWORD_CHANGE_REQUIRED");
  }));
