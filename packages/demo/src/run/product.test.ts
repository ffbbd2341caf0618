import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchDemo } from "./main.ts";
import { startProduct } from "./product.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "opsplane-demo-product-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function aProgram(name: string, code: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, code);
  return path;
}

const ready = "console.log('step one\\n\\nOpsplane is ready at http://localhost:4000\\n  password  secret');";

test("the product is ready when it says so, and ends when it is stopped", async () => {
  const program = await aProgram("works.mjs", `${ready} setInterval(() => {}, 1000);`);
  const lines: string[] = [];
  const product = await startProduct(program, {}, (line) => lines.push(line));
  expect(product.url).toBe("http://localhost:4000");
  await product.stop();
  await product.ended;
  expect(lines).toEqual(["step one"]);
});

test("a product that ends before it is ready is an error", async () => {
  const program = await aProgram("fails.mjs", "process.exit(3);");
  await expect(startProduct(program, {}, () => undefined)).rejects.toThrow("The product ended with code 3.");
});

test("a demo that is stopped before the product is ready ends without an error", async () => {
  const program = await aProgram("stops.mjs", "process.exit(0);");
  const env = { DATA_DIR: join(folder, "stopped") };
  await launchDemo({ options: {}, env, program, print: () => undefined, signal: AbortSignal.abort() });
});

test("a demo whose product does not answer fails, and stops the product", async () => {
  const program = await aProgram(
    "silent.mjs",
    `console.log('ready at http://127.0.0.1:9'); setInterval(() => {}, 1000);`,
  );
  const env = { DATA_DIR: join(folder, "silent"), BOOTSTRAP_ADMIN_PASSWORD: "a password of my own" };
  const lines: string[] = [];
  const demo = launchDemo({
    options: { fault: "dns" },
    env,
    program,
    print: (line) => lines.push(line),
    signal: new AbortController().signal,
  });
  await expect(demo).rejects.toThrow("Can't reach the server.");
  expect(lines).toContain("  password  a password of my own");
  expect(lines.some((line) => line.startsWith("  fault     dns of shop-dns, from "))).toBe(true);
});
