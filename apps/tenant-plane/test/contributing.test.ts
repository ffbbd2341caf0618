import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Code that refers to the notice feature. The word alone has other meanings, such as a syslog level. */
const mentions =
  /openNotice|noticeHandlers|noticeEvents|noticeFeature|operations\.notice|admin:notice|api\.notice|\/notice\.ts"|0010_notice|bySettings\("Notice"\)|^ {2}notice[,:]/m;

test("the walk-through of a feature in CONTRIBUTING.md names every file that the feature touches, and no other", () => {
  const [, section = ""] = /## A new feature\n(.*?)\n## /s.exec(read("CONTRIBUTING.md")) ?? [];
  const listed = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file);
  const touched = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "packages", "apps", "e2e"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => /\.(tsx?|sql|json|css)$/.test(file) && !file.endsWith("contributing.test.ts"))
    .filter((file) => /\/notice[/.-]|_notice\.sql$/.test(file) || mentions.test(read(file)));
  expect([...listed].sort()).toEqual([...touched].sort());
});
