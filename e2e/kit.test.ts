import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, seriousViolations, violationsInBothThemes, visitor } from "./browser.ts";
import { openStage } from "./stage.ts";

// Parts of the console kit, built for production and served with the headers of the product.

const stage = openStage();
const consoleFolder = fileURLToPath(new URL("../apps/console", import.meta.url));
let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "opsplane-kit-"));
  const vite = join(consoleFolder, "node_modules/.bin/vite");
  await promisify(execFile)(vite, ["build", "harness", "--outDir", folder, "--emptyOutDir", "--logLevel", "error"], {
    cwd: consoleFolder,
  });
  const policy = (await fetch(stage.plane.url)).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self'");
  server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://kit").pathname;
    const file = join(folder, path === "/" ? "index.html" : path);
    const body = await readFile(file).catch(() => undefined);
    const type = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" }[extname(file)] ?? "text/plain";
    response.writeHead(body ? 200 : 404, { "content-type": type, "content-security-policy": policy }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(async () => {
  server?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** A page that fails the test when the browser reports a violation of the policy. */
async function open(query: string, options = {}): Promise<{ page: Page; violations: string[] }> {
  const page = await visitor(await openBrowser(), url, options);
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  await page.goto(`${url}/?${query}`);
  return { page, violations };
}

describe("the query field", () => {
  const field = (page: Page) => page.getByRole("textbox", { name: "Log query" });
  const value = (page: Page) => page.getByLabel("Value").inputValue();
  const ran = (page: Page) => page.getByLabel("Ran").inputValue();
  const options = (page: Page) => page.getByRole("option");

  test("completes fields and values, quotes values with blanks, and Enter runs the query", async () => {
    const { page, violations } = await open("part=query");
    await field(page).pressSequentially("ser");
    // By click, because the list ignores Enter for a moment after it opens.
    await options(page).filter({ hasText: "service:" }).click();
    await options(page).filter({ hasText: "my shop" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await ran(page)).toBe("");
    await options(page).filter({ hasText: "my shop" }).click();
    await expect.poll(() => value(page)).toBe('service:"my shop"');
    await page.keyboard.press("Enter");
    await expect.poll(() => ran(page)).toBe('service:"my shop"');
    expect(violations).toEqual([]);
  });

  test("cancels a completion request when the person continues to type", async () => {
    const { page } = await open("part=query&hold");
    await field(page).pressSequentially("level:");
    await page.locator("body[data-asked]").waitFor();
    await page.keyboard.type(" x");
    await page.locator("body[data-aborted]").waitFor();
    expect(await options(page).count()).toBe(0);
  });

  test("underlines a syntax error at its position with a message", async () => {
    const { page } = await open("part=query");
    await field(page).fill("service:web AND OR x");
    await expect.poll(() => page.locator(".cm-lintRange-error").allTextContents()).toEqual(["OR"]);
    await page.getByRole("status").getByText('a word is expected, not "OR"').waitFor();
    await field(page).fill("service:web OR x");
    await expect.poll(() => page.locator(".cm-lintRange-error").count()).toBe(0);
  });

  test("Shift+Enter and a paste of several lines grow the field, Escape leaves it, arrow up recalls", async () => {
    const { page } = await open("part=query");
    await field(page).press("ArrowUp");
    await expect.poll(() => value(page)).toBe("level:error");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => value(page)).toBe("service:web timeout");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => value(page)).toBe("");
    const before = (await field(page).boundingBox())?.height ?? 0;
    await page.keyboard.type("one");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("two");
    await expect.poll(() => value(page)).toBe("one\ntwo");
    expect((await field(page).boundingBox())?.height).toBeGreaterThan(before);
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", '\\nlevel:"a\\nb" OR\\nx');
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }`);
    await expect.poll(() => value(page)).toBe('one\ntwo\nlevel:"a\nb" OR\nx');
    // The phrase continues in the second line, and the keyword after it is recognized.
    const colors = await page.evaluate<string[]>(
      `[...document.querySelectorAll(".cm-line span")].filter((part) => /^(b"|OR)$/.test(part.textContent)).map((part) => getComputedStyle(part).color)`,
    );
    expect(new Set(colors).size).toBe(2);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(`document.activeElement === document.body`)).toBe(true);
    expect(await ran(page)).toBe("");
  });

  test.each(["dark", "light"] as const)("has no serious violation of axe in the %s theme", async (colorScheme) => {
    const { page } = await open("part=query", { colorScheme });
    await field(page).fill('level:>=warn -service:"my shop" OR (');
    await page.locator(".cm-lintRange-error").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await field(page).fill("");
    await page.keyboard.type("se");
    await options(page).first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);
  });
});

describe("a chart of 200 series", () => {
  test("lists every series, marks its events by keyboard, selects a range, and cleans up", async () => {
    const { page, violations } = await open("part=chart");
    const chart = page.getByRole("figure", { name: "Latency by pod" });
    await chart.locator("canvas").first().waitFor();
    expect(await chart.getByRole("rowheader").count()).toBe(200);
    await chart.getByRole("columnheader", { name: "Max" }).getByRole("button").click();
    expect(await chart.getByRole("rowheader").first().textContent()).toBe("checkout-7d9f8b-199");
    const event = chart.getByRole("list", { name: "Events" }).getByRole("button").first();
    const pixels = () =>
      chart
        .locator("canvas")
        .first()
        .screenshot()
        .then((image) => image.toString("base64"));
    const before = await pixels();
    await event.focus();
    await expect.poll(pixels).not.toBe(before);
    const box = await chart.locator("canvas").first().boundingBox();
    if (!box) throw new Error("The chart has no place on the page.");
    await page.mouse.move(box.x + box.width / 3, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 120, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => page.getByRole("status").textContent()).toMatch(/^\d+(\.\d+)? minutes$/);
    await page.getByRole("button", { name: "Remove the chart" }).click();
    expect(await page.locator(".uplot").count()).toBe(0);
    expect(violations).toEqual([]);
  });
});

describe("the scan of contrast", () => {
  // Each in a color of its own, because a pair of colors is named once.
  const planted: Record<string, string> = {
    "faint on the page": "color: light-dark(#999, #fff)",
    "faint by a transparent color": "color: light-dark(rgb(0 0 0 / 0.35), #fff)",
    "faint by opacity": "color: light-dark(#000, #fff); opacity: 0.5",
    "faint on a tinted box": "color: light-dark(#767676, #fff); background: light-dark(rgb(0 0 0 / 0.1), #000)",
    "large, and large enough": "color: light-dark(#8a8a8a, #fff); font-size: 24px",
    "large, and still faint": "color: light-dark(#aaa, #fff); font-size: 24px",
    "dark enough": "color: light-dark(#666, #fff)",
    "not shown": "color: light-dark(#bbb, #fff); visibility: hidden",
    "of a single pixel": "color: light-dark(#ccc, #fff); position: absolute; width: 1px; height: 1px; overflow: hidden",
  };

  test("finds the planted faint texts of the light theme, and no other", async () => {
    const { page } = await open("part=query", { colorScheme: "dark" });
    await page.evaluate(`{
      const main = document.createElement("main");
      main.id = "planted";
      main.style.cssText = "background: light-dark(#fff, #000)";
      for (const [text, style] of Object.entries(${JSON.stringify(planted)})) {
        const line = document.createElement("p");
        line.textContent = text;
        line.style.cssText = style;
        main.append(line);
      }
      const field = document.createElement("input");
      field.value = "faint in a field";
      field.setAttribute("aria-label", "A field");
      field.style.cssText = "background: transparent; color: light-dark(#ddd, #fff)";
      const off = field.cloneNode();
      off.value = "of a field that is off";
      off.disabled = true;
      main.append(field, off);
      document.body.replaceChildren(main);
    }`);
    const found = await violationsInBothThemes(page, { within: "#planted" });
    expect(found.map((each) => each.replace(/ in rgb.*/, ""))).toEqual(
      [
        "faint on the page",
        "faint by a transparent color",
        "faint by opacity",
        "faint on a tinted box",
        "large, and still faint",
        "faint in a field",
      ].map((text) => `light: "${text}"`),
    );
    expect(await page.evaluate(`document.documentElement.dataset.mantineColorScheme`)).toBe("dark");
  });
});
