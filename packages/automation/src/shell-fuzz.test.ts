import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { renderShell } from "./shell.ts";
import { shellProblems } from "./shell-rules.ts";

// Scripts made of random pieces: anything that the rules accept must not run the value, even when the shell reads it in another way.

const folder = mkdtempSync(join(tmpdir(), "opsplane-fuzz-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// A value that is taken for a command would run this.
const tools = mkdtempSync(join(tmpdir(), "opsplane-tools-"));
writeFileSync(join(tools, "tool"), "#!/bin/sh\ntouch canary\n", { mode: 0o755 });
afterAll(() => rmSync(tools, { recursive: true, force: true }));
const shells = ["/bin/sh", "/bin/bash"].filter((path) => existsSync(path));

const pieces =
  `{{ p.x }}|{{ p.x }}|{{ p.x }}|'|'|"|"|$|$(|)|(|\`|\\|\\\\|{|}|${"$"}{a:-|${"$"}{a#|#| # |;|;;|&&| \\| |<<EOF\n|\nEOF\n|<<'E'\n|\nE\n|<<<|<(|>f|case a in |a) | esac|esac|if |then |fi|for v in | do |done|[[ | ]]|[ | ]|((|))|$((|$[|]|echo |printf %s |eval |sh -c |. |a=|a[|]=|$a|"$a"|$1|f() {|f | \n|\n|\t| | |x|-eq |=|'$'|\\'|\\"|$'|!|~|*|read b|$b|export |test -v |let |env |sudo |exec |set -- |time |2>&1|>&|&>|<&|>>|<|v={{ p.x }};|$v|"$v"|export v={{ p.x }};|set -- {{ p.x }};|${"$"}{v|:|${"$"}{!v}|cd |alias |wait |exit |return |unset |declare |local |trap |xargs |command |builtin |printf -v |select |until |while |else |function f |&`
    .split(/(?<!\\)\|/)
    .map((piece) => piece.replace("\\|", "|"));
const anyScript = fc.array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 14 }).map((parts) => parts.join(""));
const values = [
  "touch canary",
  "tool",
  "$(touch canary)",
  "`touch canary`",
  "'; touch canary; '",
  '"; touch canary; "',
  "\ntouch canary\n",
  ")\ntouch canary #",
  "a[$(touch canary)]",
  "}; touch canary; {",
  "\nEOF\ntouch canary\n",
  "\\\n' ; touch canary ; \\",
];

test("a script that passes the rules never runs a value", () => {
  const accepted = anyScript.filter(
    (script) => script.includes("{{ p.x }}") && !shellProblems(script).some(({ level }) => level === "error"),
  );
  fc.assert(
    fc.property(
      accepted,
      fc.constantFrom(...values),
      fc.boolean(),
      fc.constantFrom(...shells),
      (script, value, secret, shell) => {
        const { command, stdin } = renderShell(script, () => ({ value, secret }));
        const env = { PATH: `${tools}:${process.env.PATH}`, a: "$(:)" };
        spawnSync(shell, ["-c", command], { cwd: folder, input: stdin ?? "", env, timeout: 5000 });
        const made = readdirSync(folder).filter((name) => name.startsWith("canary"));
        for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
        expect(made, command).toEqual([]);
      },
    ),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 60) },
  );
});
