import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { faults } from "../simulator/faults.ts";
import type { DemoOptions } from "./options.ts";
import { planOf } from "./plan.ts";
import { startProduct } from "./product.ts";
import { runDemo } from "./run-demo.ts";
import { isRefused } from "./session.ts";
import { openStateFile, readState } from "./state.ts";

export { readOptions, WrongFlag } from "./options.ts";

export interface LaunchInput {
  readonly options: DemoOptions;
  readonly env: NodeJS.ProcessEnv;
  /** The built product. */
  readonly program: string;
  readonly print: (line: string) => void;
  /** Aborts when the person stops the demo. */
  readonly signal: AbortSignal;
}

/** Starts the product with a data folder of its own, fills it and keeps it alive until the signal aborts. */
export async function launchDemo({ options, env, program, print, signal }: LaunchInput): Promise<void> {
  const dataDir = resolve(env.DATA_DIR || "data-demo");
  const earlier = await readState(dataDir);
  const password = env.BOOTSTRAP_ADMIN_PASSWORD || earlier?.password || randomBytes(12).toString("base64url");
  const email = env.BOOTSTRAP_ADMIN_EMAIL || "admin@opsplane.local";
  const tenantId = env.BOOTSTRAP_TENANT_ID || "default";
  const save = openStateFile(dataDir);
  await save({ ...earlier, password });
  const settings = { LOG_LEVEL: "warn", ...env, DATA_DIR: dataDir, BOOTSTRAP_ADMIN_PASSWORD: password };
  const product = await startProduct(program, settings, print).catch((error: unknown) => {
    // Ctrl-C reaches the product too, which then ends before it is ready.
    if (!signal.aborted) throw error;
    return undefined;
  });
  if (!product) return;

  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  try {
    const plan = planOf(options, earlier, Date.now());
    const { seed, fault } = plan;
    const { title, root } = faults[fault.kind];
    print("");
    print(`The demo is at ${product.url}`);
    print(`  email     ${email}`);
    print(`  password  ${password}`);
    print(`  fault     ${fault.kind} of ${root}, from ${new Date(fault.startedAt).toISOString()}: ${title}`);
    print("");
    const admin = { baseUrl: product.url, email, password, tenantId, signal: stop };
    const demo = runDemo({
      admin,
      password,
      plan,
      signal: stop,
      print,
      onSent: (sent) => save({ password, seed, fault, sent }),
      now: Date.now,
    });
    const ended = product.ended.then(() => {
      if (!stop.aborted) throw new Error("The product has ended.");
    });
    await Promise.race([demo, ended]);
  } catch (error) {
    if (!signal.aborted) throw isRefused(error) ? new Error(refusal(email, dataDir)) : error;
  } finally {
    failed.abort();
    await product.stop();
  }
}

function refusal(email: string, dataDir: string): string {
  return `${email} could not log in. Set BOOTSTRAP_ADMIN_PASSWORD to that password, or remove ${dataDir} to start again.`;
}
