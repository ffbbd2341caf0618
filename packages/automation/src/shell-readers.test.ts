import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { renderShell } from "./shell.ts";
import { shellProblems } from "./shell-rules.ts";

// A second shell or language that reads a value again would run it, behind any program in front of that shell.

const x = "{{ p.x }}";
const isRefused = (command: string) => shellProblems(command).some(({ level }) => level === "error");

describe("a placeholder is refused behind a program that may run a shell", () => {
  test.each([
    `taskset -c 0 sh -c "echo ${x}"`,
    `taskset -c 0 ${x}`,
    `chrt -f 5 sh -c "echo ${x}"`,
    `setarch x86_64 bash -c "echo ${x}"`,
    `prlimit --nofile=10 sh -c "echo ${x}"`,
    `fakeroot sh -c 'echo ${x}'`,
    `sg docker "docker ps ${x}"`,
    `sg docker -c "docker ps ${x}"`,
    `unbuffer sh -c "echo ${x}"`,
    `perf stat sh -c "echo ${x}"`,
    `ip netns exec blue sh -c "echo ${x}"`,
    `systemd-nspawn -M box sh -c "echo ${x}"`,
    `pct exec 100 -- sh -c "echo ${x}"`,
    `sshpass -p secret ssh host "echo ${x}"`,
    `gcloud compute ssh vm --command="echo ${x}"`,
    `gcloud compute instances run --command "echo ${x}"`,
    `aws ssm send-command --parameters commands="echo ${x}"`,
    `aws ssm send-command --parameters '{"commands":["echo ${x}"]}'`,
    `az vm run-command invoke --scripts "echo ${x}"`,
    `made-up --flag 1 sh -c "echo ${x}"`,
    `made-up -- /bin/bash -lc "echo ${x}"`,
    `made-up "cd /srv && ls ${x}"`,
    `s=sh; made-up $s -c "echo ${x}"`,
    `made-up "$SHELL" -c "echo ${x}"`,
    `made-up $(command -v bash) -c "echo ${x}"`,
    `made-up \${S:-sh} -c "echo ${x}"`,
    `made-up psql -c "select '${x}'"`,
    `made-up awk "/${x}/" file`,
    `made-up python3 -c "print('${x}')"`,
    `made-up find . -exec ${x} ';'`,
    `made-up xargs ${x}`,
    `retry() { "$@"; }; retry sh -c "ls ${x}"`,
    `alias r=eval\nr ${x}`,
    `oc rsh pod sh -c "ls ${x}"`,
    `kubectl create job j --image=i -- sh -c "echo ${x}"`,
    `docker exec web ${x}`,
    `git submodule foreach "echo ${x}"`,
    `rabbitmqctl eval "${x}"`,
    `certbot renew --deploy-hook "ls ${x}"`,
    `find ${x} -exec sh -c 'echo {}' ';'`,
    `bash -eo pipefail -c "ls ${x}"`,
    `bash --rcfile /dev/null -c "ls ${x}"`,
    `python3 -W ignore -c "print('${x}')"`,
    `python3 -c'import os, sys; os.system(sys.argv[2])' a ${x}`,
    `script -qec "ls ${x}" /dev/null`,
    `su bob -lc "ls ${x}"`,
    `capsh -- -c "ls ${x}"`,
    `psql -Atc "select '${x}'"`,
    `scp -o ProxyCommand="nc ${x} 22" a host:`,
    `ansible-playbook site.yml -e service=${x}`,
  ])("%s", (command) => expect(isRefused(command)).toBe(true));
});

describe("a placeholder is refused in a variable that a second shell runs", () => {
  test.each([
    `X=${x} sh -c 'eval "$X"'`,
    `CMD=${x} sh -c '$CMD'`,
    `export n=${x}; bash -c '[[ $n -gt 1 ]]'`,
    `export n=${x}; bash -c 'echo $((n + 1))'`,
    `X=${x}; export X; made-up sh -c 'eval "$X"'`,
    `env X=${x} sh -c 'eval "$X"'`,
    `docker run -e X=${x} image sh -c 'eval "$X"'`,
    `systemd-run --setenv=X=${x} sh -c 'eval "$X"'`,
    `X=${x} sh <<'EOF'\neval "$X"\nEOF\n`,
    `X=${x} sh -c "sh -c 'eval \\"\\$X\\"'"`,
    `export X=${x}; sh -c 'Y=$X; eval "$Y"'`,
    `export X=${x}; sh -c 'eval "$(env)"'`,
    `export v=${x}; eval "$(printenv v)"`,
    `v=${x}; eval 'eval "$v"'`,
    `v=${x}; trap '$v' EXIT`,
    `v=${x}; echo "\${v@P}"`,
    `v=${x}; unset "a[$v]"`,
    `v=${x}; export "$v"`,
    `declare -i n; n=${x}`,
    `C=${x} python3 -c 'import os; os.system(os.environ["C"])'`,
    `C=${x} awk 'BEGIN { system(ENVIRON["C"]) }'`,
  ])("%s", (command) => expect(isRefused(command)).toBe(true));
});

describe("a placeholder is refused where it flows into a second reader", () => {
  test.each([
    `echo ${x} | made-up sh`,
    `echo ${x} | (sh)`,
    `echo ${x} | { cd /; sh; }`,
    `{ sh; } <<< ${x}`,
    `f() { sh; }; echo ${x} | f`,
    `echo ${x} | sh /dev/stdin`,
    `echo ${x} | tee >(sh)`,
    `exec < <(echo ${x}); sh`,
    `exec > >(sh); echo ${x}`,
    `echo "get ${x}" | sftp host`,
    `echo "ls ${x}" | at now`,
    `echo ${x} | awk '{ system($0) }'`,
    `echo ${x} | sed 's/^/ls /e'`,
    `awk -v c=${x} 'BEGIN { system(c) }'`,
    `awk -v c=${x} 'BEGIN { print "a" | c }'`,
    `python3 - ${x} <<'EOF'\nimport os, sys\nos.system(sys.argv[1])\nEOF\n`,
  ])("%s", (command) => expect(isRefused(command)).toBe(true));
});

describe("a value that stays data is still fine", () => {
  test.each([
    `taskset -c 0 ls ${x}`,
    `taskset -cp 0-3 ${x}`,
    `bash -eo pipefail deploy.sh -c ${x}`,
    `scp -o ConnectTimeout=5 ${x} host:`,
    `ansible-playbook site.yml --limit ${x}`,
    `timeout ${x} bash -c 'until curl -f localhost; do sleep 1; done'`,
    `sudo -u ${x} bash -c 'ls /tmp'`,
    `docker exec ${x} sh -c 'ls /tmp'`,
    `docker exec --user root ${x} ls`,
    `kubectl exec -n ${x} pod -- sh -c 'ls'`,
    `sshpass -p ${x} ssh host uptime`,
    `ip netns exec blue ping ${x}`,
    `TOKEN=${x} bash -c 'curl -H "Authorization: $TOKEN" https://example.com'`,
    `PGPASSWORD=${x} sh -c 'pg_dump shop | gzip > dump'`,
    `d=${x}; trap 'rm -rf "$d"' EXIT; ls "$d"`,
    `curl -s https://example.com/i.sh | bash; systemctl restart ${x}`,
    `apt-get install -y python3 ${x}`,
    `rsync -e ssh ${x} host:/srv`,
    `git clone ssh://git@host/${x}.git`,
    `nomad node status ${x}`,
    `sudo -u node pm2 restart ${x}`,
    `made-up "node ${x} is down"`,
    `logger "please ssh to ${x}"`,
    `grep -l sh ${x}`,
    `C=${x} python3 -c 'import os; print(os.environ["C"])'`,
    `python3 - ${x} <<'EOF'\nimport subprocess, sys\nsubprocess.run(["ls", sys.argv[1]])\nEOF\n`,
    `awk -v q=${x} -F'|' '/a|b/ { print $1 "|" q }' file`,
    `echo ${x} | awk '{ print $1 | "sort" }'`,
    `aws ec2 reboot-instances --instance-ids ${x}`,
    `ls | grep ${x}; trap 'echo bye' EXIT`,
    `find ${x} -type f -exec rm {} +`,
  ])("%s", (command) => expect(shellProblems(command).filter(({ level }) => level === "error")).toEqual([]));
});

describe("a value that a command would read as an option", () => {
  const rendering = (command: string, value: unknown, authored = false) => {
    const lookup = () => ({ value, secret: false, authored });
    return () => renderShell(command, lookup).command;
  };

  test.each([
    [`rm ${x}`, "-rf"],
    [`rm -f ${x}`, "-rf"],
    [`tar -cf a.tar ${x}`, "--checkpoint-action=exec=sh"],
    [`sort "${x}"`, "--compress-program=sh"],
    [`scp ${x} host:`, "-oProxyCommand=sh"],
    [`curl -s ${x}`, "-o/etc/passwd"],
    [`curl -s ${x}`, "File:///etc/passwd"],
    [`git clone ${x}`, "ext::sh -c id"],
    [`zip a.zip ${x}`, "-TT"],
    [`sudo -- rm ${x}`, "-rf"],
  ])("is refused: %s with %s", (command, value) => {
    expect(rendering(command, value)).toThrow(/^The value of \{\{ p\.x \}\} begins with /);
  });

  test.each([
    [`rm -f -- ${x}`, "-rf"],
    [`rm ${x}`, "rf"],
    [`cat ${x}`, "-"],
    [`date -d ${x}`, "-1 day"],
    [`curl -H ${x} https://example.com`, "-x"],
    [`tar -cf ${x} a`, "-a"],
    [`jq --arg a ${x} .`, "-a"],
    [`expr ${x} + 1`, "-5"],
    [`echo ${x}`, "-n"],
    [`curl ${x}`, "https://example.com"],
  ])("is passed on: %s with %s", (command, value) => expect(rendering(command, value)()).toContain(value));

  test("is passed on when the author wrote it", () => {
    expect(rendering(`ls ${x}`, "-la", true)()).toBe("ls '-la'");
  });
});

const folder = mkdtempSync(join(tmpdir(), "opsplane-readers-"));
const tools = mkdtempSync(join(tmpdir(), "opsplane-wrappers-"));
afterAll(() => {
  for (const each of [folder, tools]) rmSync(each, { recursive: true, force: true });
});
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});

// Programs that run the command behind their own words: nothing needs to be installed, and names can be made up.
const wrappers: Record<string, string[]> = {
  "": [],
  taskset: ["-c", "0"],
  chrt: ["-f", "5"],
  setarch: ["x86_64"],
  prlimit: ["--nofile=99"],
  fakeroot: [],
  unbuffer: [],
  perf: ["stat"],
  ip: ["netns", "exec", "blue"],
  "systemd-nspawn": ["-M", "box"],
  pct: ["exec", "100", "--"],
  "made-up": ["--flag", "1"],
  qzx: [],
  "with-env": ["A=b"],
};
for (const [name, words] of Object.entries(wrappers))
  if (name !== "") writeFileSync(join(tools, name), `#!/bin/sh\nshift ${words.length}\nexec "$@"\n`, { mode: 0o755 });

const shells = ["/bin/sh", "/bin/bash"].filter((path) => existsSync(path));
const inner = fc.constantFrom(
  "sh",
  "bash",
  "/bin/sh",
  "dash",
  '"$SHELL"',
  "$s",
  "$(command -v sh)",
  "python3",
  "awk",
  "ls",
  "printf",
  "env",
);
const option = fc.constantFrom("-c ", "-ec ", "", "-s -- ", "- ");
const text = fc.constantFrom(
  ...[`"echo ${x}"`, `'echo ${x}'`, `echo\\ ${x}`, x, `"${x}"`, `'eval "$X"'`, `'$X'`, `"\\$X"`, `'[[ $X -gt 1 ]]'`],
  ...[
    `'echo "$X"'`,
    `'echo $((X))'`,
    `'printf %s "$1"' sh ${x}`,
    `'eval "$1"' sh ${x}`,
    `"$X"`,
    `'eval "$(printenv X)"'`,
  ],
  ...[
    `<<'EOF'\neval "$X"\nEOF\n`,
    `<<EOF\n$X\nEOF\n`,
    `<<< ${x}`,
    `'BEGIN { system(ENVIRON["X"]) }'`,
    `'import os; os.system(os.environ["X"])'`,
  ],
);
const before = fc.constantFrom(
  "",
  "",
  `X=${x} `,
  `X=${x}; `,
  `export X=${x}; `,
  `X='a'${x}; export X; `,
  `Y=${x}; export X="$Y"; `,
  `s=sh; X=${x} `,
  `set -a; X=${x}; `,
  `export s=bash; `,
  `echo ${x} | `,
  `f() { "$@"; }; f `,
  `printf %s ${x} | (`,
);
const command = fc
  .tuple(before, fc.constantFrom(...Object.keys(wrappers)), inner, option, text)
  .map(([lead, wrapper, shell, flag, program]) => {
    const front = wrapper === "" ? "" : `${[wrapper, ...(wrappers[wrapper] ?? [])].join(" ")} `;
    return `${lead}${front}${shell} ${flag}${program}${lead.endsWith("(") ? ")" : ""}`;
  })
  .filter((script) => script.includes(x));
const values = ["x; touch F; #", "$(touch F)", "`touch F`", "a[$(touch F)]", "touch F", "'; touch F; '"];

function run(shell: string, script: string): string[] {
  const env = { PATH: `${tools}:${process.env.PATH}`, SHELL: "/bin/sh" };
  spawnSync(shell, ["-c", script], { cwd: folder, input: "", env, timeout: 5_000 });
  const made = readdirSync(folder);
  for (const name of made) rmSync(join(folder, name), { recursive: true });
  return made;
}

test("the programs of this test do run what they wrap", () => {
  for (const [name, words] of Object.entries(wrappers).slice(1))
    expect(run("/bin/sh", `${[name, ...words].join(" ")} sh -c "echo "'x; touch F; #'`), name).toEqual(["F"]);
});

test("behind any program in front of a shell, a command that is not refused never runs a value", () => {
  let ran = 0;
  let refused = 0;
  fc.assert(
    fc.property(command, fc.constantFrom(...values), fc.constantFrom(...shells), (script, value, shell) => {
      if (isRefused(script)) {
        refused += 1;
        return;
      }
      ran += 1;
      expect(run(shell, renderShell(script, () => ({ value, secret: false })).command), script).toEqual([]);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 250), seed: Number(process.env.FUZZ_SEED ?? 19) },
  );
  expect(ran).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(50);
});
