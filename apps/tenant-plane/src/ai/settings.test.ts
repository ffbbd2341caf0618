import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";
import { withoutForeignLinks } from "./text.ts";

let plane: Plane;
let boss: Person;
beforeAll(async () => {
  plane = await startPlane();
  boss = await plane.tenant();
});
afterAll(() => plane.close());

const update = (body: object) => boss.api.ai.updateSettings({ body });

test("a key is shown as a hint only, and is dropped when requests would go to another server", async () => {
  expect(await boss.api.ai.settings()).toMatchObject({ enabled: false, provider: "none", api_key_hint: null });
  const saved = await update({ enabled: true, provider: "anthropic", model: "m", api_key: "sk-ant-0123456789abcdef" });
  expect(saved).toMatchObject({ enabled: true, api_key_hint: "…cdef", max_steps_per_run: 8 });
  expect(await update({ timeout_seconds: 30 })).toMatchObject({ api_key_hint: "…cdef", timeout_seconds: 30 });
  expect(await update({ base_url: "https://api.anthropic.com/v1/" })).toMatchObject({ api_key_hint: "…cdef" });
  expect(await update({ base_url: "https://collector.example.com/v1" })).toMatchObject({ api_key_hint: null });
  expect(await update({ api_key: "short" })).toMatchObject({ api_key_hint: "…" });
  expect(await update({ api_key: "" })).toMatchObject({ api_key_hint: null });
  const { items } = await boss.api.audit.list({ query: { target_type: "ai_settings" } });
  expect(items.length).toBeGreaterThan(3);
  expect(JSON.stringify(items)).not.toContain("sk-ant");
});

test("settings that cannot work are refused", async () => {
  const refused = async (body: object) => (await refusalOf(update(body))).message;
  expect(await refused({ enabled: true, provider: "none" })).toContain("must be chosen before AI is enabled");
  expect(
    await refused({ enabled: true, provider: "ollama", model: " ", base_url: "https://ai.example.com" }),
  ).toContain("must name a model");
  expect(await refused({ provider: "openai_compatible", base_url: "nonsense" })).toContain("must be a URL");
  expect(await refused({ provider: "ollama", base_url: "http://127.0.0.1:11434" })).toContain("loopback");
  expect(await refused({ provider: "openai_compatible", base_url: "http://169.254.169.254/v1" })).toContain(
    "169.254.169.254",
  );
  expect(await refused({ max_steps_per_run: 0 })).toContain("max_steps_per_run");
});

test("only admins see settings and calls; everyone sees the usage; a plan without AI has none of it", async () => {
  const operator = await plane.person("operator", boss);
  expect(await refusalOf(operator.api.ai.settings())).toMatchObject({ status: 403 });
  expect(await refusalOf(operator.api.ai.calls())).toMatchObject({ status: 403 });
  expect(await operator.api.ai.usage()).toMatchObject({ credits_used: 0, credits_limit: null, credits_left: null });
  const small = await plane.tenant("startup");
  expect(await refusalOf(small.api.ai.usage())).toMatchObject({ status: 403, code: "FEATURE_DISABLED" });
});

test("the usage resets with the month, and old calls are deleted", async () => {
  const owner = await plane.tenant("midsize");
  await owner.api.runbookDrafts.generate({ body: { description: "disk full" } });
  const before = await owner.api.ai.usage();
  expect(before.credits_used).toBe(1);
  expect((await owner.api.ai.calls({ query: { purpose: "copilot" } })).total).toBe(0);
  plane.travel(91 * 86_400_000);
  const later = await plane.login(owner.email, owner.password, owner.tokens.user.tenant_id);
  const after = await later.api.ai.usage();
  expect(after.credits_used).toBe(0);
  expect(after.resets_at > before.resets_at).toBe(true);
  expect((await later.api.ai.calls({ query: { outcome: "ok" } })).total).toBe(1);
  await plane.schedules.runNow("ai.retention");
  expect((await later.api.ai.calls()).total).toBe(0);
});

test.each([
  ["![a](https://evil.example/x)", "[a] (`https://evil.example/x`)"],
  ["[a](javascript:alert(1))", "[a] (`javascript:alert`(1))"],
  ["[a](  https://evil.example 'title')", "[a] (`https://evil.example`)"],
  ["<https://evil.example>", "&lt;`https://evil.example`>"],
  ["plain https://evil.example/a?b=c text", "plain `https://evil.example/a?b=c` text"],
  ["[a][b]\n[b]: https://evil.example", "[a][b]\n[b] `https://evil.example`"],
  [
    "[a](/incidents/INC-1) and [b](https://ops.example.com/logs)",
    "[a](/incidents/INC-1) and [b](https://ops.example.com/logs)",
  ],
  ["[a](/\\evil.example)", "[a] (/\\evil.example)"],
  ["a\u202Eb\u200Bc", "abc"],
])("%s becomes harmless", (text, expected) => {
  expect(withoutForeignLinks(text, "https://ops.example.com")).toBe(expected);
});
