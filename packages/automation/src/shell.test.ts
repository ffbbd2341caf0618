import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { renderShell } from "./shell.ts";
import type { Lookup } from "./template.ts";

const folder = mkdtempSync(join(tmpdir(), "opsplane-shell-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const shells = ["/bin/sh", "/bin/bash"].filter((path) => existsSync(path));

/** Each prints the value, between two known texts, and a NUL. */
const contexts: [name: string, script: string, before: string, after: string][] = [
  ["a word", "printf '%s\\0' {{ p.x }}", "", ""],
  ["a part of a word", "printf '%s\\0' a{{ p.x }}b", "a", "b"],
  ["after an option", "printf '%s\\0' --name={{ p.x }}", "--name=", ""],
  ["double quotes", "printf '%s\\0' \"<{{ p.x }}>\"", "<", ">"],
  ["double quotes alone", "printf '%s\\0' \"{{ p.x }}\"", "", ""],
  ["single quotes", "printf '%s\\0' '<{{ p.x }}>'", "<", ">"],
  ["single quotes with a dollar", "printf '%s\\0' '$\\{{ p.x }}'", "$\\", ""],
  ["an escaped quote before", 'printf \'%s\\0\' "\\"{{ p.x }}" ', '"', ""],
  ["an assignment", "v={{ p.x }}; printf '%s\\0' \"$v\"", "", ""],
  ["a quoted assignment", 'v="a{{ p.x }}"; printf \'%s\\0\' "$v"', "a", ""],
  ["an assignment before a command", "V={{ p.x }} printf '%s\\0' {{ p.x }}", "", ""],
  ["a substitution", "printf '%s.\\0' \"$(printf '%s_' {{ p.x }})\"", "", "_."],
  ["quotes in a substitution in quotes", "printf '%s.\\0' \"a $(printf '%s_' \"b{{ p.x }}\") c\"", "a b", "_ c."],
  ["a nested substitution", "printf '%s\\0' \"$(printf '%s_' \"$(printf '%s_' '{{ p.x }}')\")\"", "", "__"],
  ["a subshell", "(printf '%s\\0' {{ p.x }})", "", ""],
  ["a condition", "if [ x{{ p.x }} = y ]; then :; else printf '%s\\0' {{ p.x }}; fi", "", ""],
  ["a loop", "for v in {{ p.x }}; do printf '%s\\0' \"$v\"; done", "", ""],
  ["a case", "case {{ p.x }} in *) printf '%s\\0' {{ p.x }} ;; esac", "", ""],
  ["a pattern", "case {{ p.x }} in {{ p.x }}) printf '%s\\0' {{ p.x }};; *) exit 9;; esac", "", ""],
  ["a case in a substitution", "printf '%s\\0' \"$(case a in a) printf '%s_' \"{{ p.x }}\" ;; esac)\"", "", "_"],
  ["a function", "f() { printf '%s\\0' \"$1\"; }; f {{ p.x }}", "", ""],
  ["a line with a here-document", "cat <<EOF >/dev/null; printf '%s\\0' {{ p.x }}\nbody 'it\"s\nEOF\n", "", ""],
  ["after a here-document", "cat <<'EOF' >/dev/null\nit's \"open $( `\nEOF\nprintf '%s\\0' \"{{ p.x }}\"", "", ""],
  ["after a comment", "# it's open\nprintf '%s\\0' {{ p.x }} # \"open", "", ""],
  [
    "after an expansion",
    `printf '%s\\0' "${"$"}{HOME:+}${"$"}{HOME#*"}"}" >/dev/null; printf '%s\\0' "{{ p.x }}"`,
    "",
    "",
  ],
  ["a continued line", "printf \\\n '%s\\0' \\\n {{ p.x }}", "", ""],
];

const allScripts = contexts.map(([, script]) => `{\n${script}\n}`).join("\n");

const hostile = [
  "'; touch canary; '",
  '"; touch canary; "',
  "$(touch canary)",
  "`touch canary`",
  "\n touch canary\n",
  "; touch canary #",
  "' \"$(touch canary)\" '",
  "\\'; touch canary; \\'",
  "a[$(touch canary)]",
  "$" + "{x:=$(touch canary)}",
  "EOF\ntouch canary\nEOF",
  "!!",
  "~",
  "*",
  "?",
  "-n",
  "--",
  "\\",
  "\\\\",
  "'",
  '"',
  "''",
  "\r\n",
  "\t",
  "",
  " ",
  "{{ p.y }}",
  "$'\\x27'",
  "-----BEGIN KEY-----\nMIIE\n-----END KEY-----\n\n",
];
const anyValue = fc
  .oneof(
    fc.constantFrom(...hostile),
    fc.string({
      unit: fc.constantFrom("'", '"', "\\", "$", "(", ")", "`", "\n", ";", "{", "}", "a", " ", "&", "|", "<", "#", "!"),
    }),
    fc.string({ unit: "binary-ascii" }),
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: "binary" }),
  )
  .filter((value) => !value.includes("\0"));

function run(shell: string, command: string, input: string | undefined) {
  const options = {
    cwd: folder,
    input: input ?? "",
    encoding: "utf8" as const,
    env: { PATH: process.env.PATH, HOME: "/root", LC_ALL: "C.UTF-8" },
  };
  return spawnSync(shell, ["-c", command], options);
}

function expectExact(shell: string, value: string, secret: boolean): void {
  const lookup: Lookup = () => ({ value, secret });
  // Statements in one process, because starting a shell takes longer than running them.
  const rendered = renderShell(allScripts, lookup);
  const { stdout, stderr } = run(shell, rendered.command, rendered.stdin);
  const expected = contexts.map(([, , before, after]) => `${before}${value}${after}`);
  expect(stdout.split("\0").slice(0, -1), `${stderr}\n${rendered.command}`).toEqual(expected);
  expect(readdirSync(folder)).toEqual([]);
  if (secret && value.length > 3 && !allScripts.includes(value)) expect(rendered.command).not.toContain(value);
}

describe.each(shells)("in %s", (shell) => {
  const runs = hostile.length + (shell === "/bin/sh" ? 60 : 0);

  test("a value is never code", () => {
    fc.assert(
      fc.property(anyValue, (value) => expectExact(shell, value, false)),
      { numRuns: runs, examples: hostile.map((value) => [value]) },
    );
  });

  test("a secret comes through standard input, exactly", () => {
    fc.assert(
      fc.property(anyValue, (value) => expectExact(shell, value, true)),
      { numRuns: runs, examples: hostile.map((value) => [value]) },
    );
  });

  test("secrets are not exported", () => {
    const { command, stdin } = renderShell("env; printf '%s' {{ p.x }} >/dev/null", () => ({
      value: "hunter22",
      secret: true,
    }));
    const options = {
      input: stdin,
      encoding: "utf8" as const,
      env: { PATH: process.env.PATH, OPSPLANE_SECRET_1: "old" },
    };
    expect(spawnSync(shell, ["-c", command], options).stdout).not.toMatch(/hunter22|OPSPLANE/);
  });
});

test("secrets are variables in the command and masked in what is shown", () => {
  const lookup: Lookup = ([, name]) => ({
    value: name === "host" ? "web 1" : `${name}-value\n`,
    secret: name !== "host",
  });
  const { command, stdin, shown } = renderShell("login {{ p.host }} '{{ p.a }}' \"x{{ p.b }}\" {{ p.a }}", lookup);
  expect(command.split("\n").at(-1)).toBe(
    `login 'web 1' ''"$OPSPLANE_SECRET_1"'' "x\${OPSPLANE_SECRET_2}" "$OPSPLANE_SECRET_1"`,
  );
  expect(stdin).toBe("a-value\\0012\nb-value\\0012\n");
  expect(shown).toBe(`login 'web 1' '••••••' "x••••••" ••••••`);
});

test("without secrets there is no preamble", () => {
  expect(renderShell("ls -- {{ p.x }} '{{{{.Names}}'", () => ({ value: "it's", secret: false }))).toEqual({
    command: "ls -- 'it'\\''s' '{{.Names}}'",
    stdin: undefined,
    shown: "ls -- 'it'\\''s' '{{.Names}}'",
  });
});

test("a NUL character is refused", () => {
  expect(() => renderShell("ls {{ p.x }}", () => ({ value: "a\0b", secret: false }))).toThrow("NUL character");
});

test("an unsafe command is not rendered", () => {
  expect(() => renderShell("eval {{ p.x }}", () => ({ value: "a", secret: false }))).toThrow(
    "'eval' runs its arguments as code",
  );
});
